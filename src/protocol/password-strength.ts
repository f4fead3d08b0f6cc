import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/* Separate from the other calls because of its dictionary (200 KB): the page loads this when a user registers. */

/** Why a password is too weak: among the common ones and their variants, or based on the user's own name. */
export type PasswordFault = 'common' | 'personal';

/** zxcvbn's score from 0 to 4: below 2 fewer than a million guesses are enough. */
const LOWEST_SCORE = 2;
/** The time of the check grows with the square of the length; a weak start of 32 characters stays weak with more. */
const JUDGED_LENGTH = 32;
const PRODUCT_NAMES = ['labelwright'];

let checker: ZxcvbnFactory | undefined;

/** Whether a password is easy to guess; `names` are the user's own: user name, nickname, e-mail address. */
export function passwordFault(password: string, names: readonly string[]): PasswordFault | null {
  checker ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });
  const personal = [...names.flatMap(partsOf), ...PRODUCT_NAMES];
  const judged = checker.check(password.slice(0, JUDGED_LENGTH), personal);
  if (judged.score >= LOWEST_SCORE) return null;
  const plain = password.toLowerCase();
  const named = personal.some((name) => plain.includes(name.toLowerCase()));
  // The checker also detects a name with digits for letters and backwards.
  return named || judged.sequence.some(isPersonal) ? 'personal' : 'common';
}

/** Of `ana.silva@example.com` also `ana.silva`, `ana`, `silva` and `example`. */
function partsOf(name: string): string[] {
  const [local = ''] = name.split('@', 1);
  return [name, local, ...name.split(/[@._-]/)].filter((part) => part.length > 2);
}

function isPersonal(part: object): boolean {
  return 'dictionaryName' in part && part.dictionaryName === 'userInputs';
}
