import { useId, useLayoutEffect, useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { ScanOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';

export interface ScanFieldProps {
  /** Has the focus, so that whoever works elsewhere on the screen can give it back. */
  readonly field: RefObject<InputRef | null>;
  readonly isReady: boolean;
  readonly label: string;
  readonly placeholder: string;
  /** What the button says. */
  readonly action: string;
  readonly onScan: (key: string) => void;
}

/**
 * Takes keys that are typed, or that a scanner types and ends with Enter. What is typed anywhere on the screen but in another
 * field comes here: nobody has to look where the focus is before scanning.
 */
export function ScanField({ field, isReady, label, placeholder, action, onScan }: ScanFieldProps): ReactElement {
  const id = useId();
  const [text, setText] = useState('');

  // Before it is seen to be ready: a scanner does not wait for the next frame.
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

/** What is written in takes its keys itself; a list without a search, a box to tick and a button take none but the space. */
const WRITTEN_IN = 'textarea, [contenteditable], [role=dialog], input:not([readonly], [type=checkbox], [type=radio])';

/** True for a key that no other field takes, and that presses no button. */
function isFree({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(WRITTEN_IN) !== null) return false;
  return key !== ' ' || target.closest('button, a, input, [role=button]') === null;
}
