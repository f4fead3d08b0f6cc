import type { Problem } from '#model/kernel/problem.ts';
import { html, NOTHING, type Html } from './html.ts';
import { problemText, type PageLanguage, type PageTextKey, type PageTexts } from './texts.ts';

export interface Wording {
  readonly language: PageLanguage;
  readonly t: PageTexts;
}

/** The fault of a form field's value. */
export type Fault = Problem | { readonly key: PageTextKey; readonly params: Readonly<Record<string, string>> };

/** A button with its own form: it works without any script. */
export function button(
  action: string,
  fields: Readonly<Record<string, string>>,
  text: string,
  { language }: Wording,
  /** Its subject: buttons with the same text are listed below each other. */
  about: string,
  kind = '',
): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="${action}?language=${language}">
    ${hidden}<button class="${kind}" aria-label="${text}: ${about}">${text}</button>
  </form>`;
}

/** Value and fault of a form field. */
export interface FieldState {
  /** Unique on the page. */
  readonly id: string;
  readonly value: string;
  readonly fault: Fault | undefined;
  /** The first invalid field of a form, which gets the focus. */
  readonly isFirstFault: boolean;
}

/** `control` makes the field with these attributes. */
export function field(state: FieldState, label: string, wording: Wording, control: (attributes: Html) => Html): Html {
  const { id, fault, isFirstFault } = state;
  const faultAttributes = fault === undefined ? NOTHING : html` aria-invalid="true" aria-describedby="${id}-fault"`;
  const attributes = html`id="${id}"${faultAttributes}${isFirstFault ? html` autofocus` : NOTHING}`;
  const line =
    fault === undefined ? NOTHING : html`<span class="fault" id="${id}-fault">${faultText(fault, wording)}</span>`;
  return html`<div class="field"><label for="${id}">${label}</label>${control(attributes)}${line}</div>`;
}

export function textField(
  name: string,
  state: FieldState,
  label: string,
  wording: Wording,
  { placeholder = '', required = true }: { readonly placeholder?: string; readonly required?: boolean } = {},
): Html {
  const must = required ? html` required` : NOTHING;
  return field(
    state,
    label,
    wording,
    (attributes) =>
      html`<input
        type="text"
        name="${name}"
        value="${state.value}"
        placeholder="${placeholder}"
        autocomplete="off"
        spellcheck="false"
        maxlength="1000"
        ${attributes}${must}
      />`,
  );
}

/** `choices` are values with their texts. */
export function choiceField(
  name: string,
  state: FieldState,
  label: string,
  wording: Wording,
  choices: readonly (readonly [value: string, words: string])[],
): Html {
  const options = choices.map(
    ([value, words]) =>
      html`<option value="${value}" ${value === state.value ? html` selected` : NOTHING}>${words}</option>`,
  );
  return field(
    state,
    label,
    wording,
    (attributes) =>
      html`<select name="${name}" ${attributes}>
        ${options}
      </select>`,
  );
}

function faultText(fault: Fault, { t, language }: Wording): string {
  return 'code' in fault ? problemText(language, fault) : t(fault.key, fault.params);
}
