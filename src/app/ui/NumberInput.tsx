import { Input } from 'antd';
import { useId, useRef, useState, type JSX, type KeyboardEvent, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#app/state/language-formats.ts';
import { readQuantity, type QuantityFault } from './quantity.ts';
import { useScrub } from './use-scrub.ts';
import './number-input.css';

export interface NumberInputProps {
  /** null shows an empty field: several values, or one that has no number yet. */
  readonly value: number | null;
  /** Called with each number within the limits during typing, and with steps and defaults. */
  onChange(value: number): void;
  /** Called with each text that is no number during typing; `''` if the field is emptied. */
  onUnreadable?(text: string): void;
  /** Called at the end of typing or stepping. */
  onEnd?(): void;
  readonly min?: number;
  readonly max?: number;
  /** The step of the arrow keys; ten times as much with Shift. Defaults to 1. */
  readonly step?: number;
  /** The decimals that are kept and shown; 0 means whole numbers. */
  readonly precision?: number;
  /** Without `precision`: the most decimals that are kept; trailing zeros are not shown. Defaults to 3. */
  readonly maxDecimals?: number;
  /** The length of one unit of the field in mm; null if it is no length. Lengths may be typed in mm, cm, in and pt. */
  readonly unitMm?: number | null;
  /** The value of an emptied field; defaults to the last number. */
  readonly fallback?: number;
  readonly label?: string;
  readonly id?: string;
  readonly className?: string;
  readonly size?: 'small' | 'medium';
  /** Shown in the empty field. */
  readonly placeholder?: string;
  readonly prefix?: ReactNode;
  readonly suffix?: ReactNode;
  readonly disabled?: boolean;
  readonly testId?: string;
  /** The id of the caller's error message about the number. */
  readonly faultId?: string | undefined;
}

type Fault = QuantityFault | { readonly code: 'whole' | 'range' };

/**
 * The one number field of the application. It evaluates sums and knows units (`quantity.ts`), with decimal point or comma.
 * Every key applies a valid number. An invalid text, or a number out of the limits, stays as typed, and the field shows the
 * problem when it is left; Esc restores the last number. Its label can be dragged sideways (`use-scrub.ts`).
 */
export function NumberInput(props: NumberInputProps): JSX.Element {
  const {
    value,
    min = -Infinity,
    max = Infinity,
    step = 1,
    precision,
    unitMm = null,
    fallback,
    disabled = false,
  } = props;
  const { t, i18n } = useTranslation();
  const decimals = precision ?? props.maxDecimals ?? 3;
  const faultId = useId();
  /** The text during typing; after leaving the field, only a rejected text, until the value changes. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: number | null } | null>(null);
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState<Fault | null>(null);
  /** The number before typing. */
  const before = useRef<number | null>(null);

  const format = (number: number): string =>
    numberFormat(i18n.language, {
      useGrouping: false,
      ...(precision === undefined
        ? { maximumFractionDigits: decimals }
        : { minimumFractionDigits: precision, maximumFractionDigits: precision }),
    }).format(number);
  const current = typed !== null && (focused || Object.is(typed.value, value)) ? typed : null;
  const text = current?.text ?? (value === null ? '' : format(value));
  const fault = current === null ? null : shown;

  function read(typedText: string): { readonly number: number } | { readonly fault: Fault } {
    const result = readQuantity(typedText, unitMm);
    if (!result.ok) return { fault: result.error };
    if (precision === 0 && !Number.isInteger(result.value)) return { fault: { code: 'whole' } };
    const number = rounded(result.value, decimals);
    return number < min || number > max ? { fault: { code: 'range' } } : { number };
  }

  function type(next: string): void {
    const result = read(next);
    setShown(null);
    setTyped({ text: next, value });
    if ('fault' in result) props.onUnreadable?.(next);
    else if (result.number !== value) props.onChange(result.number);
  }

  function commit(): void {
    if (current === null) before.current = value;
    else {
      const result = read(current.text);
      if ('number' in result) {
        setTyped(null);
        before.current = result.number;
      } else if (result.fault.code === 'empty') {
        setTyped(null);
        // A "123" that is deleted key by key passes 12 and 1, and neither was meant.
        const back = fallback ?? before.current;
        if (back !== null && value !== back) props.onChange(back);
      } else {
        // A "10+" was 10 before the sign was typed: half of a sum is not what was meant.
        const kept = props.onUnreadable === undefined ? (before.current ?? value) : value;
        setTyped({ text: current.text, value: kept });
        setShown(result.fault);
        if (kept !== null && kept !== value) props.onChange(kept);
      }
    }
    props.onEnd?.();
  }

  function stepBy(steps: number): void {
    const result = current === null ? null : read(current.text);
    const from = result !== null && 'number' in result ? result.number : (value ?? fallback ?? 0);
    const next = Math.min(max, Math.max(min, rounded(from + steps * step, decimals)));
    setTyped(null);
    before.current = next;
    if (next !== value) props.onChange(next);
  }

  const box = useRef<HTMLSpanElement>(null);
  useScrub(
    box,
    {
      from: value ?? fallback ?? null,
      min,
      max,
      step,
      decimals,
      change(next) {
        before.current = next;
        props.onChange(next);
      },
      end: () => props.onEnd?.(),
    },
    !disabled,
  );

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      stepBy(event.shiftKey ? steps * 10 : steps);
    } else if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && current !== null && 'fault' in read(current.text)) {
      // A dialog around the field stays open: this Esc only resets the field.
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
      if (before.current !== null && before.current !== value) props.onChange(before.current);
    }
  }

  const wrong = fault !== null || props.faultId !== undefined;
  return (
    <span className={props.className === undefined ? 'lw-number' : `lw-number ${props.className}`}>
      <span className="lw-number-box" ref={box}>
        <Input
          id={props.id}
          {...(props.size === undefined ? {} : { size: props.size })}
          role="spinbutton"
          autoComplete="off"
          spellCheck={false}
          value={text}
          disabled={disabled}
          placeholder={props.placeholder}
          status={wrong ? 'error' : ''}
          prefix={props.prefix}
          suffix={props.suffix}
          data-testid={props.testId}
          aria-label={props.label}
          title={props.label}
          aria-invalid={wrong}
          aria-describedby={fault === null ? props.faultId : faultId}
          {...(value === null ? {} : { 'aria-valuenow': value })}
          {...(Number.isFinite(min) ? { 'aria-valuemin': min } : {})}
          {...(Number.isFinite(max) ? { 'aria-valuemax': max } : {})}
          aria-valuetext={text}
          onFocus={() => {
            setFocused(true);
            before.current = value;
          }}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => {
            setFocused(false);
            commit();
          }}
          onKeyDown={onKeyDown}
        />
        {disabled ? null : <Steps onStep={stepBy} />}
      </span>
      {fault === null ? null : (
        <span className="lw-number-fault" id={faultId} role="alert">
          {faultText(t, fault, text, min, max, format)}
        </span>
      )}
    </span>
  );
}

/** Up and down buttons for the pointer; the arrow keys do the same. */
function Steps({ onStep }: { onStep(steps: number): void }): JSX.Element {
  return (
    <span className="lw-number-steps" aria-hidden>
      {([1, -1] as const).map((steps) => (
        <span
          key={steps}
          className={steps > 0 ? 'lw-number-up' : 'lw-number-down'}
          // The field keeps the focus, and typing continues.
          onPointerDown={(event) => event.preventDefault()}
          onClick={(event) => onStep(event.shiftKey ? steps * 10 : steps)}
        />
      ))}
    </span>
  );
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

function faultText(
  t: TFunction,
  fault: Fault,
  text: string,
  min: number,
  max: number,
  format: (number: number) => string,
): string {
  switch (fault.code) {
    case 'whole':
      return t('common:number.whole');
    case 'range':
      if (max === Infinity) return t('common:number.least', { min: format(min) });
      if (min === -Infinity) return t('common:number.most', { max: format(max) });
      return t('common:number.range', { min: format(min), max: format(max) });
    case 'noUnit':
      return t('common:number.noUnit', { part: fault.part });
    case 'infinite':
      return t('common:number.infinite');
    case 'empty':
    case 'unreadable':
      return t('common:number.unreadable', { text: text.trim() });
  }
}
