import { Input } from 'antd';
import { useId, useRef, useState, type JSX, type KeyboardEvent, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../state/number-format.ts';
import { readQuantity, type QuantityFault } from './quantity.ts';
import { useScrub } from './use-scrub.ts';
import './number-input.css';

export interface NumberInputProps {
  /** null shows an empty field: several values, or one that has no number yet. */
  readonly value: number | null;
  /** Each number that the typing leads to, within the limits; steps and defaults too. */
  onChange(value: number): void;
  /** Each text that is no number, while it is typed; `''` when the field is emptied. */
  onUnreadable?(text: string): void;
  /** The typing or stepping is over. */
  onEnd?(): void;
  readonly min?: number;
  readonly max?: number;
  /** What the arrow keys add; ten times as much with Shift. 1 when left out. */
  readonly step?: number;
  /** As many decimals are kept and shown; 0 means whole numbers. */
  readonly precision?: number;
  /** Where no `precision` is given: up to so many decimals are kept, and shown as far as they are not 0. 3 when left out. */
  readonly maxDecimals?: number;
  /** How many mm one unit of the field is; null where it is no length. Lengths may be typed in mm, cm, in and pt. */
  readonly unitMm?: number | null;
  /** What an emptied field goes back to; the last number when left out. */
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
  /** Something is wrong with the number that the caller knows of, and says at the element with this id. */
  readonly faultId?: string | undefined;
}

type Fault = QuantityFault | { readonly code: 'whole' | 'range' };

/**
 * The one number field of the application. It does sums and knows units (`quantity.ts`), with decimal point or comma.
 * A number is taken over with every key. What is no number, or out of the limits, stays as it was typed, and the field
 * says what is wrong when it is left; Esc goes back to the last number. Its label can be dragged sideways (`use-scrub.ts`).
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
  /** What is being typed; once the field is left, only what could not be taken over, until the value changes. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: number | null } | null>(null);
  const [focused, setFocused] = useState(false);
  const [told, setTold] = useState<Fault | null>(null);
  /** The number that was there before the typing began. */
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
  const fault = current === null ? null : told;

  function read(typedText: string): { readonly number: number } | { readonly fault: Fault } {
    const result = readQuantity(typedText, unitMm);
    if (!result.ok) return { fault: result.error };
    if (precision === 0 && !Number.isInteger(result.value)) return { fault: { code: 'whole' } };
    const number = rounded(result.value, decimals);
    return number < min || number > max ? { fault: { code: 'range' } } : { number };
  }

  function type(next: string): void {
    const result = read(next);
    setTold(null);
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
        // A "123" that is deleted key by key is 12 and 1 on the way, and neither was meant.
        const back = fallback ?? before.current;
        if (back !== null && value !== back) props.onChange(back);
      } else {
        // A "10+" was 10 before the sign was typed: half of a sum is not what was meant.
        const kept = props.onUnreadable === undefined ? (before.current ?? value) : value;
        setTyped({ text: current.text, value: kept });
        setTold(result.fault);
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
      // A dialog around the field stays open: this Esc is for what was typed.
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

/** Up and down for the pointer; the arrow keys do the same. */
function Steps({ onStep }: { onStep(steps: number): void }): JSX.Element {
  return (
    <span className="lw-number-steps" aria-hidden>
      {([1, -1] as const).map((steps) => (
        <span
          key={steps}
          className={steps > 0 ? 'lw-number-up' : 'lw-number-down'}
          // The field keeps the focus, and with it the typing.
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
