import type { TFunction } from 'i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { ApiProblem } from '#services/api/api-problem.ts';

/** A problem of any kind; one of a call also says what the server said. */
type AnyProblem = Problem & Partial<Pick<ApiProblem, 'apiCode' | 'message' | 'suppressMessage' | 'privilege'>>;

/**
 * The wording of an expected failure: what the server said of it, else our own, from the `problems` namespace. `{{path}}`
 * and the problem's parameters are filled in; a text that needs a parameter which is missing shows the place empty and not
 * in braces.
 */
export function problemText(t: TFunction, problem: AnyProblem): string {
  if (typeof problem.apiCode === 'number' && problem.message !== undefined && problem.message !== '') {
    return problem.message;
  }
  const text = t(`problems:${problem.code}`, { path: problem.path ?? '', ...problem.params });
  return text.replace(/\{\{[^}]*\}\}/g, '').trim();
}

/**
 * The error catalogue (specification 1, section 8) as every caller tells it: the text to show for a call that failed, or
 * null where nothing is shown. Those are 402 and 403 (`ApiProblem.suppressMessage`), what the user has given up, and the end of the
 * session, which the dialog tells that asks the user to sign in again.
 */
export function toldText(t: TFunction, problem: AnyProblem): string | null {
  if (problem.suppressMessage === true || problem.code === 'aborted' || problem.code === 'server.signedOut')
    return null;
  return problemText(t, problem);
}

/**
 * The text in the place of something that did not come: the reason, also where the catalogue shows no message. A refusal is
 * not worded as a lost connection.
 */
export function placeText(t: TFunction, problem: AnyProblem): string {
  const told = toldText(t, problem);
  if (told !== null) return told;
  if (problem.privilege !== undefined) return t('common:late.members');
  if (problem.code === 'server.signedOut') return t('common:late.signedOut');
  return t(
    problem.suppressMessage === true && problem.code !== 'aborted' ? 'common:late.refused' : 'common:late.failed',
  );
}
