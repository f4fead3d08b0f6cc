import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { rowSetOf, type RowSet } from '#model/data/row-set.ts';
import type { ColumnFilter } from '#protocol/table-query.ts';
import type { OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { createPace } from '#data-worker/pace.ts';
import { TableView } from '#data-worker/query/table-view.ts';

/**
 * The rows of a sheet that pass all filters, as the table of rows finds them. Problems: `data.noSheet`, `data.noColumn`,
 * `input.invalid` (a value that is no number or date), `aborted`.
 */
export async function rowsWhere(
  spreadsheet: OpenedSpreadsheet,
  sheet: string,
  where: readonly ColumnFilter[],
  signal: AbortSignal,
): Promise<Result<RowSet>> {
  const opened = spreadsheet.sheet(sheet);
  if (!opened.ok) return opened;
  const places = opened.value.placesOf(where.map(({ column }) => column));
  if (!places.ok) return places;
  const filters = where.map(({ test, value }, i) => ({ test, value, column: places.value[i]?.index ?? 0 }));
  const query = { search: '', searched: [], filters, sort: [], language: 'en' };
  const view = new TableView(opened.value.table, query);
  const found = await view.run(createPace(signal), () => undefined);
  if (!found.ok)
    return err(found.error.code === 'aborted' ? found.error : problem(found.error.code, found.error.params, 'where'));
  return ok(rowSetOf(Array.from({ length: view.ready }, (_, i) => view.rowAt(i))));
}
