import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ConnectionKind } from '#protocol/api.ts';
import { invalid, type ApiError } from '../core/api-error.ts';

/** A statement whose values are sent separately. */
export interface BoundQuery {
  readonly text: string;
  readonly values: readonly string[];
}

type DatabaseKind = Exclude<ConnectionKind, 'http'>;
/** A piece of a statement: `code` is what the database executes; the rest is strings, quoted names and comments. */
interface Piece {
  readonly type: 'code' | 'quoted' | 'comment';
  readonly text: string;
}

/** What isn't code, for each kind of database; the longest openings first. */
const NO_CODE: Readonly<Record<DatabaseKind, RegExp>> = {
  postgres:
    /(?<comment>--[^\n]*|\/\*)|(?<quoted>(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|(?<![\w$])\$(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[\s\S]*?(?:\$\k<tag>\$|$))/gy,
  mysql:
    /(?<comment>--(?=[\s]|$)[^\n]*|#[^\n]*|\/\*)|(?<quoted>'(?:[^'\\]|\\[\s\S]|'')*'?|"(?:[^"\\]|\\[\s\S]|"")*"?|`(?:[^`]|``)*`?)/gy,
};
const READING = /^[\s(]*(select|with|values|table)\b/i;
const NAME = /(?<![:\w$])(:)([A-Za-z_]\w*)/g;

/**
 * The statement with the database's own placeholders in place of `:name`, and their values. Rejected unless it is a
 * single statement that starts like a read. The database itself enforces reading; this reports it earlier, and rejects
 * what the database counts as reading: files that are written, and MySQL comments that execute.
 */
export function bindQuery(
  kind: DatabaseKind,
  statement: string,
  values: Readonly<Record<string, string>>,
): Result<BoundQuery, ApiError> {
  const pieces = withoutEnd(piecesOf(kind, statement.trim()));
  const code = pieces.map(({ type, text }) => (type === 'code' ? text : type === 'comment' ? ' ' : ' "" ')).join('');
  if (code.includes(';')) return err(invalid('text', 'query.oneStatement'));
  const isHidden = kind === 'mysql' && pieces.some(({ type, text }) => type === 'comment' && /^\/\*M?!/.test(text));
  if (!READING.test(code) || isHidden || (kind === 'mysql' && /\binto\b/i.test(code))) {
    return err(invalid('text', 'query.notReading'));
  }
  const places: string[] = [];
  /** The numbers of PostgreSQL's placeholders by name. */
  const numbers = new Map<string, number>();
  let unknown: string | null = null;
  const placeOf = (name: string): string => {
    if (!Object.hasOwn(values, name)) unknown ??= name;
    if (kind === 'mysql') {
      places.push(name);
      return '?';
    }
    const number = numbers.get(name) ?? places.push(name);
    numbers.set(name, number);
    return `$${number}`;
  };
  const text = pieces
    .map((piece) =>
      piece.type === 'code' ? piece.text.replaceAll(NAME, (_all, _colon, name: string) => placeOf(name)) : piece.text,
    )
    .join('');
  if (unknown !== null) return err(invalid('parameters', 'query.parameterUnknown', { name: unknown }));
  return ok({ text, values: places.map((name) => values[name] ?? '') });
}

/** Without the semicolon that may end it; comments can follow. */
function withoutEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLastIndex(({ type, text }) => type === 'quoted' || (type === 'code' && text.trim() !== ''));
  return pieces.map((piece, at) =>
    at === last && piece.type === 'code' ? { ...piece, text: piece.text.replace(/;(\s*)$/, '$1') } : piece,
  );
}

function piecesOf(kind: DatabaseKind, statement: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const pattern = NO_CODE[kind];
  let code = '';
  for (let at = 0; at < statement.length;) {
    pattern.lastIndex = at;
    const found = pattern.exec(statement)?.groups;
    if (found === undefined) {
      code += statement.charAt(at++);
      continue;
    }
    if (code !== '') pieces.push({ type: 'code', text: code });
    code = '';
    const isComment = found['comment'] !== undefined;
    let text = found['comment'] ?? found['quoted'] ?? '';
    if (text === '/*') text = statement.slice(at, commentEnd(statement, at, kind === 'postgres'));
    pieces.push({ type: isComment ? 'comment' : 'quoted', text });
    at += text.length;
  }
  if (code !== '') pieces.push({ type: 'code', text: code });
  return pieces;
}

/** The index after a comment; those of PostgreSQL are nested. */
function commentEnd(statement: string, start: number, nests: boolean): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start + 2;
  for (let depth = 1; ;) {
    const found = marks.exec(statement);
    if (found === null) return statement.length;
    if (found[0] === '*/') depth--;
    else if (nests) depth++;
    if (depth === 0) return marks.lastIndex;
  }
}

/** The values of all parameters: the given ones, else defaults. Rejects an unknown name. */
export function valuesOf(
  parameters: readonly { readonly name: string; readonly value: string }[],
  given: Readonly<Record<string, string>>,
): Result<Readonly<Record<string, string>>, ApiError> {
  const unknown = Object.keys(given).find((name) => parameters.every((one) => one.name !== name));
  if (unknown !== undefined) return err(invalid('parameters', 'query.parameterUnknown', { name: unknown }));
  return ok(Object.fromEntries(parameters.map(({ name, value }) => [name, given[name] ?? value])));
}
