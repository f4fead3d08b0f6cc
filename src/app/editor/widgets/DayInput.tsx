import { useState, type JSX } from 'react';

export interface DayInputProps {
  readonly label: string;
  readonly className: string;
  /** yyyy-mm-dd; empty for none. */
  readonly value: string;
  onChange(day: string): void;
  onEnd?(): void;
}

/**
 * The browser's own date picker. While a year is typed, the browser pads it with zeros. Such a day stays in the field and
 * is reported only once the year has four digits; otherwise every key would reset the field.
 */
export function DayInput(props: DayInputProps): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      type="date"
      className={props.className}
      aria-label={props.label}
      value={typed ?? props.value}
      min="1000-01-01"
      max="9999-12-31"
      onChange={(event) => {
        const day = event.currentTarget.value;
        setTyped(day);
        if (/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) props.onChange(day);
      }}
      onBlur={() => {
        setTyped(null);
        props.onEnd?.();
      }}
    />
  );
}
