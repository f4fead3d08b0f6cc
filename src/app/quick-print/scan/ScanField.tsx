import { useId, useLayoutEffect, useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { ScanOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';

export interface ScanFieldProps {
  /** The field, so that other parts of the screen can return the focus. */
  readonly field: RefObject<InputRef | null>;
  readonly isReady: boolean;
  readonly label: string;
  readonly placeholder: string;
  /** The button's text. */
  readonly action: string;
  readonly onScan: (key: string) => void;
}

/**
 * Accepts keys that are typed, or that a scanner types and ends with Enter. Keys typed anywhere on the screen, except in
 * another field, go here, so that scanning works without focusing the field first.
 */
export function ScanField({ field, isReady, label, placeholder, action, onScan }: ScanFieldProps): ReactElement {
  const id = useId();
  const [text, setText] = useState('');

  // Before the next paint: a scanner does not wait for a frame.
  useLayoutEffect(() => {
    if (!isReady) return undefined;
    field.current?.focus();
    const takeKey = (event: KeyboardEvent): void => {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && isFree(event)) {
        field.current?.focus();
      }
    };
    document.addEventListener('keydown', takeKey, true);
    return () => document.removeEventListener('keydown', takeKey, true);
  }, [isReady, field]);

  return (
    <form
      className="scan-field"
      onSubmit={(event) => {
        event.preventDefault();
        const key = text.trim();
        setText('');
        field.current?.focus();
        if (key !== '' && isReady) onScan(key);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <div>
        <Input
          ref={field}
          id={id}
          size="large"
          prefix={<ScanOutlined aria-hidden />}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          disabled={!isReady}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button size="large" type="primary" htmlType="submit" disabled={!isReady}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/**
 * Elements that take typed keys themselves; a select without a search, a checkbox and a button take only the space bar.
 */
const WRITTEN_IN = 'textarea, [contenteditable], [role=dialog], input:not([readonly], [type=checkbox], [type=radio])';

/** True for a key that no other field takes and that presses no button. */
function isFree({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(WRITTEN_IN) !== null) return false;
  return key !== ' ' || target.closest('button, a, input, [role=button]') === null;
}
