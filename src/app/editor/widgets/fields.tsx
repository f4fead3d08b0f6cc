import { InputNumber, Select, Tooltip } from 'antd';
import { useId, type JSX, type ReactNode } from 'react';
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
  readonly suffix?: string;
  readonly disabled?: boolean;
  readonly testId?: string;
  onChange(value: number): void;
  /** The typing or stepping is over: the next change is another undo entry. */
  onEnd(): void;
}

/** A number that is taken over with every key, as one undo entry until the field is left. */
export function NumberField(props: NumberFieldProps): JSX.Element {
  return (
    <InputNumber<number>
      size="small"
      className="ed-number"
      aria-label={props.label}
      title={props.label}
      value={props.value}
      {...(props.mark === undefined ? {} : { prefix: <span className="ed-mark">{props.mark}</span> })}
      {...(props.suffix === undefined ? {} : { suffix: <span className="ed-mark">{props.suffix}</span> })}
      {...(props.min === undefined ? {} : { min: props.min })}
      {...(props.max === undefined ? {} : { max: props.max })}
      {...(props.precision === undefined ? {} : { precision: props.precision })}
      step={props.step ?? 1}
      disabled={props.disabled ?? false}
      data-testid={props.testId}
      onChange={(value) => {
        if (typeof value === 'number' && Number.isFinite(value)) props.onChange(value);
      }}
      onBlur={props.onEnd}
      onPressEnter={props.onEnd}
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

/** A few choices side by side, as icons where they have one. */
export function IconChoice<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  return (
    <div className="ed-choice" role="radiogroup" aria-label={props.label}>
      {props.choices.map((choice) => (
        <Tooltip key={choice.value} title={choice.icon === undefined ? undefined : choice.label} mouseEnterDelay={0.5}>
          <button
            type="button"
            role="radio"
            aria-checked={choice.value === props.value}
            aria-label={choice.label}
            disabled={props.disabled}
            className="ed-choice-item"
            onClick={() => props.onChange(choice.value)}
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
