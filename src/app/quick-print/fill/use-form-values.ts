import { useEffect, useMemo, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { blankFault, formFault, type Blank, type BlankKey, type BlankValues } from '#model/data/blanks.ts';
import { keepForm, keptForm, type FormOwner } from './kept-form.ts';

export interface FormValues {
  /** A text for each blank. */
  readonly values: BlankValues;
  /** What is on the picture: the example in place of what has to be filled in and is not yet. */
  readonly shown: BlankValues;
  /** What is wrong with a text, as far as the blank's own rules say. */
  readonly faults: ReadonlyMap<BlankKey, Problem>;
  /** What is wrong with all of them together. */
  readonly formFault: Problem | null;
  /** The user has been there, or has tried to print: what is missing is told. */
  isTouched(key: BlankKey): boolean;
  change(key: BlankKey, value: string): void;
  touch(keys: readonly BlankKey[]): void;
  /** Begins with the next label. */
  empty(): void;
}

/** What is typed into the form of a label's blanks. */
export function useFormValues(blanks: readonly Blank[], { userId, templateId }: FormOwner): FormValues {
  const [typed, setTyped] = useState<BlankValues>(() => keptForm({ userId, templateId }, blanks));
  const [touched, setTouched] = useState<ReadonlySet<BlankKey>>(new Set());
  useEffect(() => keepForm({ userId, templateId }, typed), [userId, templateId, typed]);
  // Left, it is forgotten; a page that is loaded anew does not leave it.
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
