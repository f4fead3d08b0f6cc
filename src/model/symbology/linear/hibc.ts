import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { asciiCodes, shortEnough } from '../characters.ts';
import { code128Pattern } from './code128-pattern.ts';
import { CODE39_CHARACTER, code39Pattern, mod43 } from './code39-characters.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { linearSymbol } from './linear.ts';
import { chosenRatio } from '../catalog/options.ts';

const FLAG = '+';
const LONGEST = 48;

/** ANSI/HIBC 2.6 in Code 128: the data between the flag character and the check character. */
export const encodeHibc128: SymbolEncoder = (content, title) => {
  const data = hibcData(content, title);
  if (!data.ok) return data;
  return linearSymbol({
    symbology: 'hibc-128',
    content: data.value,
    text: visible(data.value),
    pattern: code128Pattern(asciiCodes(data.value)),
    quiet: [10, 10],
  });
};

/** ANSI/HIBC 2.6 in Code 39. */
export const encodeHibc39: SymbolEncoder = (content, title, options) => {
  const data = hibcData(content, title);
  if (!data.ok) return data;
  return linearSymbol({
    symbology: 'hibc-39',
    content: data.value,
    text: visible(data.value),
    pattern: code39Pattern(data.value),
    quiet: [10, 10],
    wideRatio: chosenRatio('hibc-39', options),
  });
};

/** Adds the check character, and the flag character unless it was typed. */
function hibcData(content: string, title: string): Result<string> {
  const checked = onlyCharacters(content, CODE39_CHARACTER, title);
  if (!checked.ok) return checked;
  const short = shortEnough(content, LONGEST, title);
  if (!short.ok) return short;
  const flagged = content.startsWith(FLAG) ? content : FLAG + content;
  if (flagged === FLAG) return err(problem('symbol.empty', { symbology: title }));
  return ok(flagged + mod43(flagged));
}

/**
 * The text between asterisks. An underscore shows a space as check character, which would be invisible (ANSI/HIBC 2.6,
 * 2.3.2).
 */
function visible(data: string): string {
  return `*${data.replace(/ $/, '_')}*`;
}
