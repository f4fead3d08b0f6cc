import type { TFunction } from 'i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { ApiProblem } from '#services/api/api-problem.ts';

/** A problem of any kind; one of a call also has the server's message. */
type AnyProblem = Problem & Partial<Pick<ApiProblem, 'apiCode' | 'message' | 'suppressMessage' | 'privilege'>>;

/**
 * The text of an expected failure: the server's message, or our own from the `problems` namespace. `{{path}}` and the
 * problem's parameters are filled in; a missing parameter is left empty instead of in braces.
 */
export function problemText(t: TFunction, problem: AnyProblem): string {
  if (typeof problem.apiCode === 'number' && problem.message !== undefined && problem.message !== '') {
    return problem.message;
  }
  const text = t(`problems:${problem.code}`, { path: problem.path ?? '', ...problem.params });
  return text.replace(/\{\{[^}]*\}\}/g, '').trim();
}

/**
 * The text for a failed call by the error catalogue (specification 1, section 8); null if nothing is shown. That is the
 * case for 402 and 403 (`ApiProblem.suppressMessage`), for actions that the user canceled, and for the end of the session,
 * which has its own dialog.
 */
export function noticeText(t: TFunction, problem: AnyProblem): string | null {
  if (problem.suppressMessage === true || problem.code === 'aborted' || problem.code === 'server.signedOut')
    return null;
  return problemText(t, problem);
}

/**
 * The text in place of content that failed to load: the reason, even if the catalogue shows no message. A rejection is not
 * worded as a lost connection.
 */
export function placeText(t: TFunction, problem: AnyProblem): string {
  const notice = noticeText(t, problem);
  if (notice !== null) return notice;
  if (problem.privilege !== undefined) return t('common:late.members');
  if (problem.code === 'server.signedOut') return t('common:late.signedOut');
  return t(
    problem.suppressMessage === true && problem.code !== 'aborted' ? 'common:late.refused' : 'common:late.failed',
  );
}
