import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { isNestedTooDeep } from '#protocol/json-depth.ts';
import type { PicturesFile, RowsFile } from './start-run.ts';
import { invalidField, ROW_LIMITS, rowsFile, tooMany, type RowsFault } from './rows-file.ts';

/** Limit of a run's request without its rows, in characters of JSON. It is stored with the run. */
export const MAX_REQUEST_LENGTH: number = 64 * 1024;

/** The part of a body that its idempotency depends on: all of it, or only the rows. */
export type DigestedPart = 'body' | 'rows';

/** The body of a run request, with its rows converted to a file. */
export interface RunBody {
  /** The request without the rows, as JSON. */
  readonly request: string;
  /** Null for a request without rows; else `way` names the field. */
  readonly rows: RowsFile | null;
  readonly way: 'rows' | 'csv' | 'file' | null;
  /** The zip file with the pictures of rows; null for none. */
  readonly pictures: PicturesFile | null;
  /** SHA-256 of the part that the idempotency depends on, independent of whitespace. */
  readonly digest: string;
}

export type RunBodyFault = RowsFault | 'notJson';

const FILE_NAME = /^[^/\\]{1,100}\.(?:xlsx|ods|xls|csv)$/;
const ZIP_NAME = /^[^/\\]{1,100}\.zip$/i;
const NOT_BASE64 = /[^A-Za-z0-9+/]/;
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const BRACKETS: readonly number[] = [0x5b, 0x5d, 0x7b, 0x7d];
/** More commas and brackets than a request without rows has. */
const OTHER_FIELDS = 1_000;

/** Reads a body of any size that a route accepts; large ones in a thread, see `createRunBodyReader`. */
export function readRunBody(bytes: Uint8Array, digested: DigestedPart): Result<RunBody, RunBodyFault> {
  const crowded = valuesFault(bytes);
  if (crowded !== null) return err(crowded);
  const body = parsed(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return err(body === undefined ? 'notJson' : invalidField(''));
  }
  const { rows, csv, file, ...more } = body as Readonly<Record<string, unknown>>;
  const { pictures, ...withoutPictures } = more;
  // For a call with rows alone, they are an unknown field.
  const others = digested === 'body' ? withoutPictures : more;
  const ways = (['rows', 'csv', 'file'] as const).filter((way) => Reflect.get(body, way) !== undefined);
  if (ways.length > 1) return err({ ...invalidField(ways.join(', ')), field: 'rows' });
  const request = JSON.stringify(others);
  if (request.length > MAX_REQUEST_LENGTH) {
    return err({ field: '', message: 'run.requestTooLong', params: { max: MAX_REQUEST_LENGTH } });
  }
  const given = rows === undefined ? sentFile(csv, file) : rowsFile(rows);
  if (!given.ok) return given;
  const zip = sentPictures(digested === 'body' ? pictures : undefined);
  if (!zip.ok) return zip;
  const part = JSON.stringify(digested === 'body' ? body : (rows ?? null));
  return ok({
    request,
    rows: given.value,
    way: ways[0] ?? null,
    pictures: zip.value,
    digest: createHash('sha256').update(part).digest('hex'),
  });
}

/** Rows as CSV or as a spreadsheet; null for neither. */
export function sentFile(csv: unknown, file: unknown): Result<RowsFile | null, RowsFault> {
  if (csv !== undefined) {
    if (typeof csv !== 'string' || csv === '') return err(invalidField('csv'));
    return ok({ fileName: 'rows.csv', numbersFrom: 'sheet', bytes: Buffer.from(csv) });
  }
  if (file === undefined) return ok(null);
  if (typeof file !== 'object' || file === null) return err(invalidField('file'));
  const { name, base64, ...others } = file as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0) return err(invalidField('file'));
  if (typeof name !== 'string' || !FILE_NAME.test(name)) return err(invalidField('file.name'));
  if (typeof base64 !== 'string' || !isBase64(base64)) return err(invalidField('file.base64'));
  return ok({ fileName: name, numbersFrom: 'sheet', bytes: Buffer.from(base64, 'base64') });
}

function sentPictures(pictures: unknown): Result<PicturesFile | null, RowsFault> {
  if (pictures === undefined) return ok(null);
  if (typeof pictures !== 'object' || pictures === null) return err(invalidField('pictures'));
  const { name, base64, ...others } = pictures as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0) return err(invalidField('pictures'));
  if (typeof name !== 'string' || !ZIP_NAME.test(name)) return err(invalidField('pictures.name'));
  if (typeof base64 !== 'string' || !isBase64(base64)) return err(invalidField('pictures.base64'));
  return ok({ name, bytes: Buffer.from(base64, 'base64') });
}

/** Without a pattern for the whole text, which would store a backtracking point for each of millions of characters. */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  return text.length >= 4 && !NOT_BASE64.test(padding === 0 ? text : text.slice(0, -padding));
}

/** Counts commas and brackets outside of strings before parsing: a value in memory is many times its JSON. */
function valuesFault(bytes: Uint8Array): RowsFault | null {
  let commas = 0;
  let brackets = 0;
  /** Commas since the last bracket: a row has at most as many as there are columns. */
  let commasOfRow = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === QUOTE) {
      for (i++; i < bytes.length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++;
    } else if (byte === COMMA) {
      commas++;
      if (++commasOfRow > ROW_LIMITS.columns + OTHER_FIELDS) return tooMany('columns');
    } else if (BRACKETS.includes(byte)) {
      brackets++;
      commasOfRow = 0;
    }
  }
  if (brackets > 2 * (ROW_LIMITS.rows + OTHER_FIELDS)) return tooMany('rows');
  return commas > ROW_LIMITS.cells + ROW_LIMITS.rows + OTHER_FIELDS ? tooMany('cells') : null;
}

/** Undefined for invalid or deeply nested JSON; an empty text is an empty object. */
function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    const text = new TextDecoder().decode(bytes);
    return isNestedTooDeep(text) ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
