import { QueryRefused } from './query-refused.ts';
import type { Row } from './rows.ts';

const DEPTH = 3;
const COLUMNS = 1_000;
/** Objects within objects that are looked into for columns. */
const NESTED = 5;

type Fields = Readonly<Record<string, unknown>>;

/** A value by the place of its column: most rows have few of all columns. */
type Cells = readonly (readonly [place: number, value: string | null])[];

/**
 * The rows in an answer: its list of objects, or the first such list within it; the names of the columns first. Fields of objects
 * within a row are columns named `a.b`; lists stay JSON. A column is there that any row has, in the order in which they come up.
 * Each row is filled up only when it is asked for. Throws `QueryRefused`.
 */
export function* jsonRows(text: string, maxRows: number): Generator<Row, void, void> {
  const { columns, rows } = read(text, maxRows);
  yield columns;
  for (const cells of rows) {
    const row = Array.from<string | null>({ length: columns.length }).fill(null);
    for (const [place, value] of cells) row[place] = value;
    yield row;
  }
}

function read(text: string, maxRows: number): { readonly columns: readonly string[]; readonly rows: readonly Cells[] } {
  try {
    const list = listOf(JSON.parse(text.replace(/^\u{FEFF}/u, '')));
    if (list === null) throw new QueryRefused('query.notRows');
    if (list.length > maxRows) throw new QueryRefused('query.tooManyRows', { max: maxRows });
    const places = new Map<string, number>();
    const rows = list.map((one) =>
      [...flat(one)].map(([name, value]) => {
        const place = places.get(name) ?? places.size;
        if (place >= COLUMNS) throw new QueryRefused('query.notRows');
        places.set(name, place);
        return [place, value] as const;
      }),
    );
    return { columns: [...places.keys()], rows };
  } catch (error) {
    // No JSON, or lists within lists without an end.
    throw error instanceof QueryRefused ? error : new QueryRefused('query.notRows');
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
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
