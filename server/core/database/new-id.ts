import { randomBytes } from 'node:crypto';

const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 16;

/** A date and a random string (specification 1, section 9): 80 random bits, safe in a path and on any file system. */
export function newId(now: number): string {
  const date = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return date + randomText(RANDOM_LENGTH);
}

/** Random letters and digits without confusable ones, 5 bits each. */
export function randomText(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += CHARACTERS[byte % CHARACTERS.length];
  return text;
}
