import { randomBytes } from 'node:crypto';
import type { Fault, FieldState } from './controls.ts';

/** A rejected form, kept so that nothing that was typed is lost. */
export interface Draft {
  readonly form: 'folder' | 'server';
  readonly values: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, Fault>>;
}

/** The latest drafts, each under a name that is part of the address of the page that shows it. */
export interface Drafts {
  keep(draft: Draft): string;
  find(name: string | null): Draft | null;
}

const MOST = 20;

export function createDrafts(): Drafts {
  const drafts = new Map<string, Draft>();
  return {
    keep(draft) {
      const name = randomBytes(8).toString('hex');
      drafts.set(name, draft);
      const [oldest] = drafts.keys();
      if (drafts.size > MOST && oldest !== undefined) drafts.delete(oldest);
      return name;
    },
    find: (name) => drafts.get(name ?? '') ?? null,
  };
}

/** The fields of a form from its draft, if any; otherwise from `usual`. */
export function fieldStates<F extends string>(
  form: Draft['form'],
  draft: Draft | null,
  usual: Readonly<Record<F, string>>,
): (name: F) => FieldState {
  const own = draft?.form === form ? draft : null;
  const [first] = Object.keys(usual).filter((name) => own?.faults[name] !== undefined);
  return (name) => ({
    id: `${form}-${name}`,
    value: own?.values[name] ?? usual[name],
    fault: own?.faults[name],
    isFirstFault: name === first,
  });
}
