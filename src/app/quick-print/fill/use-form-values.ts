import { useEffect, useMemo, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { blankFault, formFault, type Blank, type BlankKey, type BlankValues } from '#model/data/blanks.ts';
import { keepForm, keptForm, type FormOwner } from './kept-form.ts';

export interface FormValues {
  /** The text of each fill-in field. */
  readonly values: BlankValues;
  /** The texts in the picture: the example in place of a missing required value. */
  readonly shown: BlankValues;
  /** Errors by each field's own rules. */
  readonly faults: ReadonlyMap<BlankKey, Problem>;
  /** The error of the form as a whole. */
  readonly formFault: Problem | null;
  /** Whether the user has left the field or tried to print: a missing value is then reported. */
  isTouched(key: BlankKey): boolean;
  change(key: BlankKey, value: string): void;
  touch(keys: readonly BlankKey[]): void;
  /** Starts the next label. */
  empty(): void;
}

/** The typed values of a label's fill-in fields. */
export function useFormValues(blanks: readonly Blank[], { userId, templateId }: FormOwner): FormValues {
  const [typed, setTyped] = useState<BlankValues>(() => keptForm({ userId, templateId }, blanks));
  const [touched, setTouched] = useState<ReadonlySet<BlankKey>>(new Set());
  useEffect(() => keepForm({ userId, templateId }, typed), [userId, templateId, typed]);
  // Leaving the screen deletes the form; reloading the page does not.
  useEffect(() => () => keepForm({ userId, templateId }, new Map()), [userId, templateId]);

  const values = useMemo(() => new Map(blanks.map(({ key }) => [key, typed.get(key) ?? ''])), [blanks, typed]);
  const shown = useMemo(
    () =>
      new Map(
        blanks.map(({ key, required, text }) => {
          const value = typed.get(key) ?? '';
          return [key, value === '' && required ? text : value];
        }),
      ),
    [blanks, typed],
  );
  const faults = new Map<BlankKey, Problem>();
  for (const blank of blanks) {
    const fault = blankFault(blank, values.get(blank.key) ?? '');
    if (fault !== null) faults.set(blank.key, fault);
  }
  return {
    values,
    shown,
    faults,
    formFault: formFault(blanks, values),
    isTouched: (key) => touched.has(key),
    change: (key, value) => setTyped((before) => new Map([...before, [key, value]])),
    touch: (keys) => setTouched((before) => new Set([...before, ...keys])),
    empty: () => {
      setTyped(new Map());
      setTouched(new Set());
    },
  };
}
