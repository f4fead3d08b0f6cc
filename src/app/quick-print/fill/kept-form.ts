import type { Blank, BlankKey, BlankValues } from '#model/data/blanks.ts';
import { MAX_BLANK_LENGTH } from '#model/elements/base/content.ts';
import { parseStored } from '#app/state/browser-storage.ts';

/* Typed form values are kept by this tab until the form is printed or left: they survive a reload and a crash of the
   browser. Without storage there is no error. */

/** The owner of a form: user and template. */
export interface FormOwner {
  readonly userId: string;
  readonly templateId: string;
}

export function keptForm(owner: FormOwner, blanks: readonly Blank[]): BlankValues {
  let stored: unknown = null;
  try {
    stored = parseStored(window.sessionStorage.getItem(keyOf(owner)));
  } catch {
    return new Map();
  }
  if (typeof stored !== 'object' || stored === null) return new Map();
  const values = new Map<BlankKey, string>();
  for (const { key } of blanks) {
    const value: unknown = Reflect.get(stored, key);
    if (typeof value === 'string' && value !== '') values.set(key, value.slice(0, 2 * MAX_BLANK_LENGTH));
  }
  return values;
}

export function keepForm(owner: FormOwner, values: BlankValues): void {
  const filled = [...values].filter(([, value]) => value !== '');
  try {
    if (filled.length === 0) window.sessionStorage.removeItem(keyOf(owner));
    else window.sessionStorage.setItem(keyOf(owner), JSON.stringify(Object.fromEntries(filled)));
  } catch {
    // Without storage the values live as long as the page.
  }
}

function keyOf({ userId, templateId }: FormOwner): string {
  return `form ${userId} ${templateId}`;
}
