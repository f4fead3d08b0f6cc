import { Big } from 'big.js';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { RESERVED_WORDS, WORD, type BinaryOperator, type FormulaForm, type FormulaNode } from './syntax.ts';

/** The longest formula, in UTF-16 units, and its deepest nesting. */
export const MAX_FORMULA_LENGTH = 4000;
export const MAX_FORMULA_DEPTH = 50;
/** The most characters of a number. */
const MAX_NUMBER_LENGTH = 100;

/** The binary operators, from lowest to highest precedence. */
const LEVELS: readonly { readonly tokens: RegExp; readonly chains: boolean }[] = [
  { tokens: /or(?![\p{L}\p{M}\p{N}_])/iuy, chains: true },
  { tokens: /and(?![\p{L}\p{M}\p{N}_])/iuy, chains: true },
  { tokens: /==|=|!=|<>|<=|>=|<|>|≠|≤|≥/uy, chains: false },
  { tokens: /&/uy, chains: true },
  { tokens: /[+−-]/uy, chains: true },
  { tokens: /[*/×÷]/uy, chains: true },
];
/** `not` is above this level: it binds less than comparisons do. */
const COMPARISONS = 2;

/** Alternative spellings of operators. */
const SAME_OPERATORS: Readonly<Record<string, BinaryOperator>> = {
  '==': '=',
  '<>': '!=',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '−': '-',
  '×': '*',
  '÷': '/',
};

const SPACE = /\s*/uy;
const NUMBER = /\d+(?:\.\d+)?|\.\d+/uy;
const NEXT_WORD = /(?: [\p{L}_][\p{L}\p{M}\p{N}_（）]*| \d+(?![.\d]))/uy;
const NOT = /not(?![\p{L}\p{M}\p{N}_])/iuy;
const TEXT = /(?:"(?:[^"]|"")*"|'(?:[^']|'')*')/uy;
const BRACKETS = /\[(?:[^\]]|\]\])*\]/uy;
const PLAIN_TEXT = /(?:[^{}]|\{\{|\}\})+/uy;

/**
 * Parses a formula. It executes nothing and resolves no names; the limits above bound time and depth. Problems:
 * `data.expressionSyntax`, `data.expressionTooLong`, `data.expressionTooDeep`.
 */
export function parseFormula(formula: string, form: FormulaForm): Result<FormulaNode> {
  if (formula.length > MAX_FORMULA_LENGTH) {
    return err(problem('data.expressionTooLong', { limit: MAX_FORMULA_LENGTH }));
  }
  return new Parser(formula).parse(form);
}

/** A parser. Each method reads one part at `#at` and returns null once there is a fault, which stops all others. */
class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #fault: Problem | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  parse(form: FormulaForm): Result<FormulaNode> {
    const node = form === 'text' ? this.#joined() : this.#whole();
    if (node !== null) return ok(node);
    return err(this.#fault ?? this.#syntaxProblem());
  }

  #whole(): FormulaNode | null {
    const node = this.#level(0);
    if (node === null) return null;
    this.#take(SPACE);
    return this.#at === this.#text.length ? node : this.#wrong();
  }

  #joined(): FormulaNode | null {
    const parts: FormulaNode[] = [];
    while (this.#at < this.#text.length) {
      const at = this.#at;
      const plain = this.#take(PLAIN_TEXT);
      if (plain !== null) {
        parts.push({ type: 'literal', value: plain.replaceAll('{{', '{').replaceAll('}}', '}'), at });
        continue;
      }
      if (!this.#takes('{')) return this.#wrong();
      const hole = this.#level(0);
      if (hole === null) return null;
      this.#take(SPACE);
      if (!this.#takes('}')) return this.#wrong();
      parts.push(hole);
    }
    return { type: 'joined', parts, at: 0 };
  }

  /** Values joined by operators of this level or higher. */
  #level(level: number): FormulaNode | null {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    if (level === COMPARISONS) {
      this.#take(SPACE);
      const at = this.#at;
      if (this.#take(NOT) !== null) {
        const of = this.#nested(() => this.#level(COMPARISONS));
        return of === null ? null : { type: 'not', of, at };
      }
    }
    let left = this.#level(level + 1);
    while (left !== null) {
      this.#take(SPACE);
      const at = this.#at;
      const token = this.#take(operators.tokens)?.toLowerCase();
      if (token === undefined) return left;
      const right = this.#level(level + 1);
      if (right === null) return null;
      const operator = SAME_OPERATORS[token] ?? (token as BinaryOperator);
      left = { type: 'binary', operator, left, right, at };
      if (!operators.chains) return left;
    }
    return null;
  }

  #unary(): FormulaNode | null {
    this.#take(SPACE);
    const at = this.#at;
    if (!this.#takes('-') && !this.#takes('−')) return this.#value();
    const of = this.#nested(() => this.#unary());
    return of === null ? null : { type: 'minus', of, at };
  }

  #value(): FormulaNode | null {
    const at = this.#at;
    if (this.#takes('(')) {
      const node = this.#nested(() => this.#level(0));
      if (node === null) return null;
      this.#take(SPACE);
      return this.#takes(')') ? node : this.#wrong();
    }
    const number = this.#take(NUMBER);
    if (number !== null) {
      if (number.length <= MAX_NUMBER_LENGTH) return { type: 'literal', value: new Big(number), at };
      this.#at = at;
      return this.#wrong();
    }
    const text = this.#take(TEXT);
    if (text !== null) {
      const quote = text.charAt(0);
      return { type: 'literal', value: text.slice(1, -1).replaceAll(quote + quote, quote), at };
    }
    const bracketed = this.#take(BRACKETS);
    if (bracketed !== null) return { type: 'name', name: bracketed.slice(1, -1).replaceAll(']]', ']'), at };
    return this.#word(at);
  }

  /** A value such as `true`, a call, or a name of one or more plain words. */
  #word(at: number): FormulaNode | null {
    const word = this.#take(WORD);
    if (word === null) return this.#wrong();
    const lower = word.toLowerCase();
    if (lower === 'true' || lower === 'false') return { type: 'literal', value: lower === 'true', at };
    if (RESERVED_WORDS.has(lower)) {
      this.#at = at;
      return this.#wrong();
    }
    const end = this.#at;
    this.#take(SPACE);
    if (this.#takes('(')) return this.#call(word, at);
    this.#at = end;
    let name = word;
    for (let more = this.#nextWord(); more !== null; more = this.#nextWord()) name += more;
    return { type: 'name', name, at };
  }

  /** The next word of a name with spaces: one space and a plain word or a whole number. */
  #nextWord(): string | null {
    const start = this.#at;
    const found = this.#take(NEXT_WORD);
    if (found === null || !RESERVED_WORDS.has(found.slice(1).toLowerCase())) return found;
    this.#at = start;
    return null;
  }

  #call(name: string, at: number): FormulaNode | null {
    const args: FormulaNode[] = [];
    this.#take(SPACE);
    if (this.#takes(')')) return { type: 'call', name, args, at };
    for (;;) {
      const arg = this.#nested(() => this.#level(0));
      if (arg === null) return null;
      args.push(arg);
      this.#take(SPACE);
      if (this.#takes(')')) return { type: 'call', name, args, at };
      if (!this.#takes(',') && !this.#takes(';') && !this.#takes('，')) return this.#wrong();
    }
  }

  /** Limits the nesting of calls. */
  #nested(read: () => FormulaNode | null): FormulaNode | null {
    if (this.#depth >= MAX_FORMULA_DEPTH) {
      this.#fault ??= problem('data.expressionTooDeep', { limit: MAX_FORMULA_DEPTH });
      return null;
    }
    this.#depth++;
    const node = read();
    this.#depth--;
    return node;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #takes(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  /** Reports that the text here makes no sense. */
  #wrong(): null {
    this.#fault ??= this.#syntaxProblem();
    return null;
  }

  #syntaxProblem(): Problem {
    const found = this.#text.slice(this.#at, this.#at + 12).trim();
    return problem('data.expressionSyntax', { position: this.#at + 1, found: found === '' ? '…' : found });
  }
}
