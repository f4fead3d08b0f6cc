import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/*
 * Apart from the other calls because of its dictionary (200 KB): the page fetches this when somebody registers.
 */

/** Why a password is too easy: among the common ones and their like, or made of the user's own name. */
export type PasswordFault = 'common' | 'personal';

/** zxcvbn's score from 0 to 4: below 2 fewer than a million guesses are enough. */
const LOWEST_SCORE = 2;
/** The time that judging takes grows with the square of the length; 32 characters that are too easy stay so with more. */
const JUDGED_LENGTH = 32;
const PRODUCT_NAMES = ['labelwright'];

let checker: ZxcvbnFactory | undefined;

/** Whether a guesser would soon find it; `names` are the user's own: user name, nickname, e-mail address. */
export function passwordFault(password: string, names: readonly string[]): PasswordFault | null {
  checker ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });
  const personal = [...names.flatMap(partsOf), ...PRODUCT_NAMES];
  const judged = checker.check(password.slice(0, JUDGED_LENGTH), personal);
  if (judged.score >= LOWEST_SCORE) return null;
  const plain = password.toLowerCase();
  const named = personal.some((name) => plain.includes(name.toLowerCase()));
  // The checker also sees a name through digits for letters and backwards.
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
