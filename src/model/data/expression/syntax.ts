import type { Big } from 'big.js';

/**
 * The syntax of a formula. `text`: a text with formulas in braces, as in `{Name} - {Price}`; a literal brace is
 * doubled. `formula`: one formula, as in conditions.
 */
export type FormulaForm = 'text' | 'formula';

export type BinaryOperator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | '+' | '-' | '*' | '/';

/** A parsed formula. `at` is the place of its first character (or of the operator), counted from 0. */
export type FormulaNode =
  | { readonly type: 'literal'; readonly value: string | boolean | Big; readonly at: number }
  | { readonly type: 'name'; readonly name: string; readonly at: number }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly FormulaNode[]; readonly at: number }
  | { readonly type: 'not' | 'minus'; readonly of: FormulaNode; readonly at: number }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: FormulaNode;
      readonly right: FormulaNode;
      readonly at: number;
    }
  /** Texts joined in order. */
  | { readonly type: 'joined'; readonly parts: readonly FormulaNode[]; readonly at: number };

/** Words that are operators or values; names with one of them need square brackets. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false']);

/** A word: letters of any script, digits and the brackets of Chinese headings, starting with a letter. */
export const WORD: RegExp = /[\p{L}_][\p{L}\p{M}\p{N}_（）]*/uy;

/** A name as written in a formula: in square brackets unless it consists of plain words. */
export function writtenName(name: string): string {
  const words = name.split(' ');
  const isPlain =
    /^[\p{L}_]/u.test(name) &&
    words.every((word) => /^[\p{L}\p{M}\p{N}_（）]+$/u.test(word) && !RESERVED_WORDS.has(word.toLowerCase())) &&
    words.slice(1).every((word) => /^([\p{L}_][\p{L}\p{M}\p{N}_（）]*|\d+)$/u.test(word));
  return isPlain ? name : `[${name.replaceAll(']', ']]')}]`;
}
