import { useId } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { blankName, type Blank, type BlankKey } from '#model/data/blanks.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { growingField } from '#app/ui/growing-field.ts';
import type { FormValues } from './use-form-values.ts';

export interface FillFormProps {
  readonly blanks: readonly Blank[];
  readonly form: FormValues;
  readonly refusals: ReadonlyMap<BlankKey, Problem>;
  /** Enter in the last field. */
  readonly onEnd: () => void;
}

/**
 * The fill-in fields, in reading order. Enter moves to the next one, so that a keyboard-wedge scanner can fill all of them.
 */
export function FillForm({ blanks, form, refusals, onEnd }: FillFormProps): ReactElement {
  return (
    <div className="fill-form">
      {blanks.map((blank, i) => (
        <BlankField
          key={blank.key}
          blank={blank}
          form={form}
          refusal={refusals.get(blank.key) ?? null}
          onEnter={() => {
            const next = blanks[i + 1];
            if (next === undefined) onEnd();
            else focusBlank(next.key);
          }}
        />
      ))}
    </div>
  );
}

/** Focuses a fill-in field and selects its text, so that the next text replaces it. */
export function focusBlank(key: BlankKey): void {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-blank="${CSS.escape(key)}"]`);
  field?.focus();
  field?.select();
}

interface BlankFieldProps {
  readonly blank: Blank;
  readonly form: FormValues;
  readonly refusal: Problem | null;
  readonly onEnter: () => void;
}

function BlankField({ blank, form, refusal, onEnter }: BlankFieldProps): ReactElement {
  const { t } = useTranslation(['ways', 'problems']);
  const id = useId();
  const { key, required, maxLength } = blank;
  const value = form.values.get(key) ?? '';
  const fault = form.faults.get(key) ?? null;
  // A missing value is reported after the field was left, an invalid one at once.
  const shown = fault?.code === 'blank.required' && !form.isTouched(key) ? null : (fault ?? refusal);
  const props = {
    id,
    value,
    placeholder: blank.text === '' ? '' : t('fill.example', { text: blank.text }),
    status: shown === null ? ('' as const) : ('error' as const),
    autoComplete: 'off',
    spellCheck: false,
    'data-blank': key,
    'aria-required': required,
    'aria-invalid': shown !== null,
    'aria-describedby': `${id}-note`,
    onChange: (event: { readonly target: { readonly value: string } }) => form.change(key, event.target.value),
    onBlur: () => {
      if (value !== '') form.touch([key]);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
      event.preventDefault();
      onEnter();
    },
  };
  return (
    <div className="fill-field">
      <label htmlFor={id}>
        {blankName(blank)}
        {required ? null : <small>{t('fill.optional')}</small>}
      </label>
      {blank.isText ? <Input.TextArea {...props} {...growingField(1, 6)} /> : <Input {...props} />}
      {/* Always there, so that nothing moves during typing. */}
      <p
        id={`${id}-note`}
        className="fill-note"
        data-fault={shown !== null}
        role={shown === null ? undefined : 'alert'}
      >
        {shown !== null
          ? problemText(t, shown)
          : maxLength === null
            ? ''
            : t('fill.length', { length: Array.from(value).length, limit: maxLength })}
      </p>
    </div>
  );
}
