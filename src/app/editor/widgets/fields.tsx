import { Select, Tooltip } from 'antd';
import { useId, type JSX, type KeyboardEvent, type ReactNode } from 'react';
import { NumberInput } from '#app/number/NumberInput.tsx';
import { Icon, type IconName } from './icons.tsx';

/** A group of fields under a small heading. */
export function Section({
  title,
  children,
  extra,
}: {
  title: string;
  children: ReactNode;
  extra?: ReactNode;
}): JSX.Element {
  return (
    <section className="ed-section">
      <header className="ed-section-head">
        <h3>{title}</h3>
        {extra}
      </header>
      {children}
    </section>
  );
}

/** A label and what stands beside it. */
export function Row({ label, children }: { label: string; children: ReactNode }): JSX.Element {
  return (
    <div className="ed-row">
      <span className="ed-row-label">{label}</span>
      <div className="ed-row-body">{children}</div>
    </div>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  /** One or two letters inside the field; the label is then only spoken. */
  readonly mark?: ReactNode;
  /** null shows an empty field (several values). */
  readonly value: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly precision?: number;
  /** How many mm one unit of the field is: then lengths may be typed in other units too. */
  readonly unitMm?: number;
  /** What an emptied field goes back to; the last number when left out. */
  readonly fallback?: number;
  readonly suffix?: string;
  readonly disabled?: boolean;
  readonly testId?: string;
  onChange(value: number): void;
  /** The typing or stepping is over: the next change is another undo entry. */
  onEnd(): void;
}

/** A number of the panel: taken over with every key, as one undo entry until the field is left. */
export function NumberField({ mark, suffix, ...props }: NumberFieldProps): JSX.Element {
  return (
    <NumberInput
      {...props}
      size="small"
      {...(mark === undefined ? {} : { prefix: <span className="ed-mark">{mark}</span> })}
      {...(suffix === undefined ? {} : { suffix: <span className="ed-mark">{suffix}</span> })}
    />
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
}

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly choices: readonly Choice<Value>[];
  readonly disabled?: boolean;
  onChange(value: Value): void;
}

const RADIO_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * A few choices side by side, as icons where they have one. By the ARIA practices it is one stop of the Tab key, and
 * the arrow keys choose.
 */
export function IconChoice<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  const { choices, value, onChange } = props;
  const stop = Math.max(
    0,
    choices.findIndex((choice) => choice.value === value),
  );
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const by = RADIO_KEYS[event.key];
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
    const at = radios.findIndex((radio) => radio === event.target);
    if (by === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = (at + by + radios.length) % radios.length;
    const choice = choices[next];
    radios[next]?.focus();
    if (choice !== undefined) onChange(choice.value);
  }
  return (
    <div className="ed-choice" role="radiogroup" aria-label={props.label} onKeyDown={onKeyDown}>
      {choices.map((choice, i) => (
        <Tooltip key={choice.value} title={choice.icon === undefined ? undefined : choice.label} mouseEnterDelay={0.5}>
          <button
            type="button"
            role="radio"
            aria-checked={choice.value === value}
            aria-label={choice.label}
            disabled={props.disabled}
            tabIndex={i === stop ? 0 : -1}
            className="ed-choice-item"
            onClick={() => onChange(choice.value)}
          >
            {choice.icon === undefined ? choice.label : <Icon name={choice.icon} size={16} />}
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

export function SelectField<Value extends string>(
  props: ChoiceProps<Value> & { readonly testId?: string },
): JSX.Element {
  return (
    <Select<Value>
      size="small"
      className="ed-select"
      aria-label={props.label}
      value={props.value}
      options={props.choices.map(({ value, label }) => ({ value, label }))}
      disabled={props.disabled ?? false}
      data-testid={props.testId}
      onChange={props.onChange}
      showSearch={props.choices.length > 8 ? { optionFilterProp: 'label' } : false}
      popupMatchSelectWidth={false}
    />
  );
}

export interface ToggleProps {
  readonly label: string;
  readonly icon: IconName;
  readonly on: boolean;
  readonly disabled?: boolean;
  onChange(on: boolean): void;
}

/** A button that stays pressed. */
export function Toggle({ label, icon, on, disabled, onChange }: ToggleProps): JSX.Element {
  return (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <button
        type="button"
        className="ed-toggle"
        aria-label={label}
        aria-pressed={on}
        disabled={disabled}
        onClick={() => onChange(!on)}
      >
        <Icon name={icon} size={16} />
      </button>
    </Tooltip>
  );
}

/** A tick box with its words. */
export function CheckRow({
  label,
  on,
  onChange,
  disabled,
}: {
  label: string;
  on: boolean;
  disabled?: boolean;
  onChange(on: boolean): void;
}): JSX.Element {
  const id = useId();
  return (
    <div className="ed-check">
      <input
        id={id}
        type="checkbox"
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
