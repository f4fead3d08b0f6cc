import { createPace } from '#data-worker/pace.ts';
import type { QueryTable } from '#data-worker/query/query-table.ts';
import { TableView, type PlacedQuery } from '#data-worker/query/table-view.ts';
import { CELL } from '#data-worker/table/cell-grid.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createQueryGrid, DATE_STYLE } from '#tests/support/query-grid.ts';
import { median, type Figure } from './figure.ts';

const MANY = 1_000_000;
const FEW = 100_000;
const ROUNDS = 3;
const GOAL = 3;
/** A screen of rows, for the time until the first rows are visible. */
const SCREEN_ROWS = 50;

/** A row as a program without typed arrays would keep it. */
interface PlainRow {
  readonly item: string;
  readonly no: number;
  readonly price: number;
  readonly code: string;
  readonly name: string;
  readonly ean: number;
  readonly date: number;
  readonly sku: string;
  readonly stock: number;
  readonly note: string;
}

interface Task {
  readonly name: string;
  readonly query: Partial<PlacedQuery>;
  readonly peer: (rows: readonly PlainRow[]) => readonly PlainRow[];
}

const contains =
  (part: string) =>
  (row: PlainRow): boolean => {
    for (const value of Object.values(row)) if (String(value).toLowerCase().includes(part)) return true;
    return false;
  };
const { compare } = new Intl.Collator('en');

const TASKS: readonly Task[] = [
  {
    name: 'sort-text',
    query: { sort: [{ column: 0, descending: false }] },
    peer: (rows) => rows.toSorted((a, b) => compare(a.item, b.item)),
  },
  {
    name: 'sort-number',
    query: { sort: [{ column: 2, descending: false }] },
    peer: (rows) => rows.toSorted((a, b) => a.price - b.price),
  },
  { name: 'search', query: { search: 'note 77' }, peer: (rows) => rows.filter(contains('note 77')) },
  {
    name: 'filter',
    query: { filters: [{ column: 0, test: 'contains', value: 'em 99' }] },
    peer: (rows) => rows.filter((row) => row.item.toLowerCase().includes('em 99')),
  },
  {
    name: 'filter-is',
    query: { filters: [{ column: 7, test: 'is', value: 'sku-77' }] },
    peer: (rows) => rows.filter((row) => row.sku.toLowerCase() === 'sku-77'),
  },
  {
    name: 'filter-number',
    query: { filters: [{ column: 8, test: 'is', value: '77' }] },
    peer: (rows) => rows.filter((row) => row.stock === 77),
  },
  {
    name: 'filter-range',
    query: {
      filters: [
        { column: 2, test: 'atLeast', value: '5000' },
        { column: 2, test: 'less', value: '50000' },
      ],
    },
    peer: (rows) => rows.filter((row) => row.price >= 5000 && row.price < 50_000),
  },
  {
    name: 'filter-empty',
    query: { filters: [{ column: 9, test: 'empty', value: '' }] },
    peer: (rows) => rows.filter((row) => row.note === ''),
  },
];

/**
 * Sorting, searching and filtering a million rows of ten columns: typed arrays against an array of objects, alternating
 * in one process. `details` has the milliseconds until a screen of rows exists. The quick run takes 100,000 rows.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const count of quick ? [FEW] : [FEW, MANY]) {
    const { rows, table } = createRows(count);
    for (const task of TASKS) figures.push(await measure(task, rows, table));
  }
  return figures;
}

async function measure({ name, query, peer }: Task, rows: readonly PlainRow[], table: QueryTable): Promise<Figure> {
  const ours: number[] = [];
  const peers: number[] = [];
  const firsts: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    let first = 0;
    const searched = Array.from({ length: 10 }, (_, column) => column);
    const view = new TableView(table, { search: '', searched, filters: [], sort: [], language: 'en', ...query });
    const found = expectOk(
      await view.run(createPace(undefined), ({ ready }) => {
        if (ready >= SCREEN_ROWS) first ||= performance.now() - start;
      }),
    );
    const end = performance.now() - start;
    const peerStart = performance.now();
    const expected = peer(rows);
    const peerEnd = performance.now() - peerStart;
    if (expected.length !== found.count || expected[0] !== rows[view.rowAt(0)]) throw new Error(`${name} differs`);
    // The first round warms up both.
    if (round === 0) continue;
    ours.push(end);
    peers.push(peerEnd);
    firsts.push(first || end);
  }
  const ms = median(ours);
  const peerMs = median(peers);
  return {
    name: `data-query-${rows.length === FEW ? '100k-' : ''}${name}`,
    ms,
    peerMs,
    ratio: peerMs / ms,
    goal: GOAL,
    against: 'objects',
    details: { firstScreenMs: Math.round(median(firsts)) },
  };
}

function createRows(count: number): { readonly rows: readonly PlainRow[]; readonly table: QueryTable } {
  const { grid, keep, tableOf } = createQueryGrid();
  const rows = Array.from({ length: count }, (_, i): PlainRow => {
    // A fixed shuffle: neither sorted already nor different from run to run.
    const n = (Math.imul(i, 0x9e3779b1) >>> 0) % count;
    return {
      item: `Item ${n}`,
      no: n,
      price: Math.round(n * 137.5) / 100,
      code: String(n).padStart(8, '0'),
      name: `中文名称${n % 1000}`,
      ean: 6_901_234_000_000 + n,
      date: 45_000 + (n % 1000),
      sku: `SKU-${n % 5000}`,
      stock: n % 250,
      note: n % 5 === 0 ? '' : `note ${n % 777}`,
    };
  });
  rows.forEach((row, at) =>
    Object.values(row).forEach((value: string | number, column) => {
      if (value === '') return;
      if (typeof value === 'string') grid.set(at, column, CELL.text, keep(value), 0);
      else grid.set(at, column, CELL.number, value, column === 6 ? DATE_STYLE : 0);
    }),
  );
  return { rows, table: tableOf(count) };
}
