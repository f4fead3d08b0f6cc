import { QueryRefused } from './query-refused.ts';
import type { Row, Rows } from './gather-rows.ts';

const BATCH_ROWS = 200;
const DEPTH = 3;
const COLUMNS = 1_000;
/** Depth of nested objects that become columns. */
const NESTED = 5;

/** Lists and objects in an answer per allowed row: parsing is one synchronous step, and each takes time and memory. */
const OBJECTS_A_ROW = 2;

type Fields = Readonly<Record<string, unknown>>;

/** Values by column index: most rows have few of all columns. */
type Cells = readonly (readonly [place: number, value: string | null])[];

/**
 * The rows in an answer: its list of objects, or the first such list within it; the column names first. Fields of
 * objects within a row become columns named `a.b`; lists stay JSON. Columns are those of any row, in order of
 * appearance. Each row is filled up only when it is requested. Throws `QueryRefused`.
 */
export async function* jsonRows(text: string, maxRows: number): Rows {
  const most = OBJECTS_A_ROW * maxRows;
  if (holdsMore(text, '{', most)) throw new QueryRefused('query.tooManyRows', { max: maxRows });
  if (holdsMore(text, '[', most)) throw new QueryRefused('query.notRows');
  const list = listIn(text);
  if (list.length > maxRows) throw new QueryRefused('query.tooManyRows', { max: maxRows });
  const places = new Map<string, number>();
  const rows = list.map((one) => cellsOf(one, places));
  yield [[...places.keys()]];
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    yield rows.slice(at, at + BATCH_ROWS).map((cells) => filled(cells, places.size));
  }
}

/** Whether a text has more than `most` of a bracket; those within strings of the JSON count too. */
function holdsMore(text: string, bracket: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) if (++count > most) return true;
  return false;
}

function filled(cells: Cells, count: number): Row {
  const row = Array.from<string | null>({ length: count }).fill(null);
  for (const [place, value] of cells) row[place] = value;
  return row;
}

function cellsOf(fields: Fields, places: Map<string, number>): Cells {
  return [...flat(fields)].map(([name, value]) => {
    const place = places.get(name) ?? places.size;
    if (place >= COLUMNS) throw new QueryRefused('query.notRows');
    places.set(name, place);
    return [place, value] as const;
  });
}

function listIn(text: string): readonly Fields[] {
  const list = listOf(parsed(text));
  if (list === null) throw new QueryRefused('query.notRows');
  return list;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{FEFF}/u, ''));
  } catch {
    throw new QueryRefused('query.notRows');
  }
}

function listOf(value: unknown): readonly Fields[] | null {
  for (let level: unknown[] = [value], depth = 0; depth <= DEPTH; depth++) {
    const found = level.find((one): one is Fields[] => Array.isArray(one) && one.length > 0 && one.every(isFields));
    if (found !== undefined) return found;
    level = level.flatMap((one) => (isFields(one) ? Object.values(one) : []));
  }
  return null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* flat(fields: Fields, before = '', depth = 0): Generator<readonly [string, string | null]> {
  for (const [key, value] of Object.entries(fields)) {
    const name = before + key;
    if (isFields(value) && depth < NESTED) yield* flat(value, `${name}.`, depth + 1);
    else yield [name, textOf(value)];
  }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    // Endlessly nested lists.
    throw new QueryRefused('query.notRows');
  }
}
