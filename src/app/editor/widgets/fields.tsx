import { Select } from 'antd';
import { useId, useRef, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import { chooseByArrows, radioTabIndex } from '#app/ui/choice/radio-keys.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { ScrubLabel } from '#app/ui/use-scrub.ts';
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

/** A label with a field next to it; a number can be dragged by the label. */
export function Row({ label, children }: { label: string; children: ReactNode }): JSX.Element {
  const handle = useRef<HTMLSpanElement>(null);
  return (
    <div className="ed-row">
      <span className="ed-row-label" ref={handle}>
        {label}
      </span>
      <ScrubLabel value={handle}>
        <div className="ed-row-body">{children}</div>
      </ScrubLabel>
    </div>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  /** One or two letters inside the field in place of the label, which is then only for screen readers. */
  readonly mark?: ReactNode;
  /** null shows the placeholder. */
  readonly value: number | null;
  /** Defaults to a text for several elements with different values. */
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly precision?: number;
  /** Without `precision`: the most decimals; trailing zeros are not shown. */
  readonly maxDecimals?: number;
  /** The length of the field's unit in mm. If given, lengths may be typed in other units too. */
  readonly unitMm?: number;
  /** The value of an emptied field; defaults to the last number. */
  readonly fallback?: number;
  readonly suffix?: string;
  readonly disabled?: boolean;
  readonly testId?: string;
  onChange(value: number): void;
  /** Called at the end of typing or stepping: the next change is another undo step. */
  onEnd(): void;
}

/**
 * A number field of the panel. Every key changes the element; until the field is left, all changes are one undo step.
 */
export function NumberField({ mark, suffix, placeholder, ...props }: NumberFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <NumberInput
      {...props}
      size="small"
      {...(props.value === null ? { placeholder: placeholder ?? t('fields.mixed') } : {})}
      {...(mark === undefined ? {} : { prefix: <span className="ed-mark">{mark}</span> })}
      {...(suffix === undefined ? {} : { suffix: <span className="ed-mark">{suffix}</span> })}
    />
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
  /** In a list only. */
  readonly disabled?: boolean;
}

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly choices: readonly Choice<Value>[];
  readonly disabled?: boolean;
  onChange(value: Value): void;
}

/** A few choices side by side, shown as icons if they have one. */
export function IconChoice<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  const { choices, value, onChange } = props;
  const chosen = choices.findIndex((choice) => choice.value === value);
  function choose(index: number): void {
    const choice = choices[index];
    if (choice !== undefined) onChange(choice.value);
  }
  return (
    <div
      className="ed-choice"
      role="radiogroup"
      aria-label={props.label}
      onKeyDown={(event) => chooseByArrows(event, choose)}
    >
      {choices.map((choice, i) => (
        <button
          key={choice.value}
          {...tooltip(choice.icon === undefined ? '' : choice.label)}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          aria-label={choice.label}
          disabled={props.disabled}
          tabIndex={radioTabIndex(i, chosen)}
          className="ed-choice-item"
          onClick={() => onChange(choice.value)}
        >
          {choice.icon === undefined ? choice.label : <Icon name={choice.icon} size={16} />}
        </button>
      ))}
    </div>
  );
}

export function SelectField<Value extends string>(
  props: ChoiceProps<Value> & {
    readonly testId?: string;
    /** Whether typing filters the list; by default only in a long one. */
    readonly isSearched?: boolean;
    /** Further choices under a heading of their own. */
    readonly group?: { readonly label: string; readonly choices: readonly Choice<Value>[] } | undefined;
    onOpenChange?(open: boolean): void;
  },
): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Select<Value>
      size="small"
      className="ed-select"
      aria-label={props.label}
      {...(props.value === null ? { placeholder: t('fields.mixed') } : { value: props.value })}
      options={[...optionsOf(props.choices), ...groupOf(props.group)]}
      disabled={props.disabled ?? false}
      data-testid={props.testId}
      onChange={props.onChange}
      onOpenChange={(open) => props.onOpenChange?.(open)}
      showSearch={(props.isSearched ?? props.choices.length > 8) ? { optionFilterProp: 'label' } : false}
      popupMatchSelectWidth={false}
    />
  );
}

function optionsOf<Value extends string>(choices: readonly Choice<Value>[]): Omit<Choice<Value>, 'icon'>[] {
  return choices.map(({ value, label, disabled = false }) => ({ value, label, disabled }));
}

function groupOf<Value extends string>(
  group: { readonly label: string; readonly choices: readonly Choice<Value>[] } | undefined,
): { readonly label: string; readonly options: Omit<Choice<Value>, 'icon'>[] }[] {
  return group === undefined ? [] : [{ label: group.label, options: optionsOf(group.choices) }];
}

export interface ToggleProps {
  readonly label: string;
  /** Its shortcut, as it is shown. */
  readonly keys?: string;
  readonly icon: IconName;
  /** null if it is on for some elements only. */
  readonly on: boolean | null;
  readonly disabled?: boolean;
  onChange(on: boolean): void;
}

/** A toggle button. */
export function Toggle({ label, keys = '', icon, on, disabled, onChange }: ToggleProps): JSX.Element {
  return (
    <button
      {...tooltip(label, keys)}
      type="button"
      className="ed-toggle"
      aria-label={label}
      aria-pressed={on ?? 'mixed'}
      disabled={disabled}
      onClick={() => onChange(on !== true)}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

/** A checkbox with its label; it shows a dash if it is on for some elements only. */
export function CheckRow({
  label,
  on,
  onChange,
  disabled,
}: {
  label: string;
  on: boolean | null;
  disabled?: boolean;
  onChange(on: boolean): void;
}): JSX.Element {
  const id = useId();
  return (
    <div className="ed-check">
      <input
        id={id}
        type="checkbox"
        ref={(box) => {
          if (box !== null) box.indeterminate = on === null;
        }}
        checked={on === true}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
