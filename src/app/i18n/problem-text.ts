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
