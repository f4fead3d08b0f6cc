import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { gs1CheckDigit, visibleCharacter } from '../digits.ts';
import { gs1Identifier, type Gs1Identifier, type Gs1Part } from './identifiers.ts';
import { obeysGs1Rule } from './rules.ts';

/** An application identifier with its value. */
export interface Gs1Field {
  readonly ai: string;
  readonly value: string;
}

/** The FNC1 between two fields, as readers return it. */
export const GS1_SEPARATOR = '\u001d';

/**
 * Parses `(01)09501101530003(10)AB`. A bracket within a value is written `\(`. Only the form is checked. Problems:
 * `gs1.form` with the position, counted from 1.
 */
export function parseGs1(content: string): Result<readonly Gs1Field[]> {
  const fields: Gs1Field[] = [];
  let at = 0;
  while (at < content.length || fields.length === 0) {
    const ai = /^\((\d{2,4})\)/.exec(content.slice(at, at + 6))?.[1];
    if (ai === undefined) return err(problem('gs1.form', { position: at + 1 }));
    at += ai.length + 2;
    let value = '';
    while (at < content.length && content[at] !== '(') {
      if (content[at] === '\\' && content[at + 1] === '(') at++;
      value += content[at];
      at++;
    }
    fields.push({ ai, value });
  }
  return ok(fields);
}

/** Writes fields in the form that `parseGs1` reads. */
export function formatGs1(fields: readonly Gs1Field[]): string {
  return fields.map(({ ai, value }) => `(${ai})${value.replaceAll('(', '\\(')}`).join('');
}

/** The fields as printed below the bars. */
export function gs1Text(fields: readonly Gs1Field[]): string {
  return fields.map(({ ai, value }) => `(${ai})${value}`).join('');
}

/**
 * The content of a symbol as a reader returns it: fields without brackets, with a separator after those that need one.
 */
export function gs1ElementString(fields: readonly Gs1Field[], separator: string = GS1_SEPARATOR): string {
  return fields
    .map(({ ai, value }, i) => {
      const ends = i === fields.length - 1 || gs1Identifier(ai)?.predefinedLength === true;
      return ai + value + (ends ? '' : separator);
    })
    .join('');
}

/**
 * The fault of one value; null when there is none. Problems: `gs1.unknown`, `gs1.length`, `gs1.character`,
 * `gs1.checkDigit`, `gs1.value`; each names the identifier and a position within the value, counted from 1.
 */
export function gs1ValueProblem({ ai, value }: Gs1Field): Problem | null {
  const identifier = gs1Identifier(ai);
  if (identifier === undefined) return problem('gs1.unknown', { ai });
  const { title } = identifier;
  let at = 0;
  for (const part of identifier.parts) {
    const text = value.slice(at, at + part.most);
    if (text === '' && part.optional) break;
    const wrong = wrongCharacter(text, part);
    if (wrong >= 0) {
      const character = visibleCharacter(String.fromCodePoint(text.codePointAt(wrong) ?? 0));
      return problem('gs1.character', { ai, title, character, position: at + wrong + 1 });
    }
    if (text.length < part.least) return lengthProblem(identifier, value);
    const broken = part.rules.find((rule) => !obeysGs1Rule(rule, text));
    if (broken === 'check') {
      const expected = gs1CheckDigit(text.slice(0, -1));
      return problem('gs1.checkDigit', { ai, title, expected, actual: text.at(-1) ?? '' });
    }
    if (broken !== undefined) return problem('gs1.value', { ai, title, value: text, position: at + 1 });
    at += text.length;
  }
  return at < value.length ? lengthProblem(identifier, value) : null;
}

/**
 * The first problem of the values, then of fields that exclude each other, then of missing companions, unless these may
 * be elsewhere.
 */
export function gs1Problem(fields: readonly Gs1Field[], companions: 'here' | 'elsewhere'): Problem | null {
  for (const field of fields) {
    const wrong = gs1ValueProblem(field);
    if (wrong !== null) return wrong;
  }
  return gs1ConflictProblem(fields) ?? (companions === 'here' ? gs1CompanionProblem(fields) : null);
}

/** `gs1.repeated` and `gs1.excluded`: fields that must not appear together. */
export function gs1ConflictProblem(fields: readonly Gs1Field[]): Problem | null {
  for (const [i, { ai, value }] of fields.entries()) {
    // A field may be repeated with the same value.
    if (fields.slice(0, i).some((other) => other.ai === ai && other.value !== value)) {
      return problem('gs1.repeated', { ai });
    }
    const excluded = gs1Identifier(ai)?.excludes ?? [];
    const other = fields.find((f) => f.ai !== ai && excluded.some((pattern) => matches(f.ai, pattern)));
    if (other !== undefined) return problem('gs1.excluded', { ai, other: other.ai });
  }
  return null;
}

/**
 * `gs1.missing`: a field that is valid only together with another. The other one may be in another symbol of the same
 * item if both symbols are linear (GS1 General Specifications, 4.13.1).
 */
export function gs1CompanionProblem(fields: readonly Gs1Field[]): Problem | null {
  const here = (pattern: string): boolean => fields.some((f) => matches(f.ai, pattern));
  for (const { ai } of fields) {
    for (const demand of gs1Identifier(ai)?.needs ?? []) {
      if (demand.some((set) => set.every(here))) continue;
      const needs = demand.map((set) => set.map((other) => `(${other})`).join(' + ')).join(' / ');
      return problem('gs1.missing', { ai, needs });
    }
  }
  return null;
}

/** Whether an identifier fits a pattern: `31nn` means 3100 to 3199. */
function matches(ai: string, pattern: string): boolean {
  return ai.length === pattern.length && [...pattern].every((c, i) => c === 'n' || c === ai[i]);
}

function lengthProblem({ ai, title, least, most }: Gs1Identifier, value: string): Problem {
  const expected = least === most ? String(most) : `${least}–${most}`;
  return problem('gs1.length', { ai, title, expected, actual: value.length });
}

const CHARACTERS: Readonly<Record<Gs1Part['characters'], RegExp>> = {
  N: /[^0-9]/,
  X: /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]/,
  Y: /[^#\-/0-9A-Z]/,
  Z: /[^\-0-9A-Z_a-z=]/,
};

/** The place of the first character that the part doesn't allow; -1 when there is none. */
function wrongCharacter(text: string, part: Gs1Part): number {
  return text.search(CHARACTERS[part.characters]);
}
