import type { TFunction } from 'i18next';
import type { Problem } from '#model/kernel/problem.ts';

/**
 * The wording of an expected failure, from the `problems` namespace. `{{path}}` and the problem's parameters are
 * filled in; a text that needs a parameter which is missing shows the place empty and not in braces.
 */
export function problemText(t: TFunction, problem: Problem): string {
  const text = t(`problems:${problem.code}`, { path: problem.path ?? '', ...problem.params });
  return text.replace(/\{\{[^}]*\}\}/g, '').trim();
}

/**
 * True for problems that no screen needs to tell: what the user has cancelled, and the end of the session, which the
 * dialog tells that asks the user to sign in again.
 */
export function isToldElsewhere({ code }: Problem): boolean {
  return code === 'aborted' || code === 'server.signedOut';
}
