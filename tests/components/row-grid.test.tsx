import { useState, type JSX } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { ok } from '#model/kernel/result.ts';
import { PLAIN_NUMBERING } from '#model/data/row-numbering.ts';
import type { PreflightGroup } from '#printing/preflight-groups.ts';
import { PreflightListRow } from '#app/editor/side/PreflightListRow.tsx';
import type { GridCell } from '#app/ui/table-grid/grid-keys.ts';
import { TableGrid } from '#app/ui/table-grid/TableGrid.tsx';
import type { TableView } from '#services/spreadsheet/table-view.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';

/** The last row of a sheet of a million rows, as the only search result. */
const VIEW: Partial<TableView> = {
  rows: (_columns, first) => Promise.resolve(ok({ first, rows: [['found']], errors: [], indexes: [999_998] })),
};
const nothing = (): void => undefined;

function FoundRow(): JSX.Element {
  const [cell, setCell] = useState<GridCell>({ row: 0, column: 0 });
  return (
    <div style={{ display: 'flex', width: 400, height: 200 }}>
      <TableGrid
        label="Rows"
        view={VIEW as TableView}
        part={{ count: 1, ready: 1, done: true, share: 1 }}
        isOutdated={false}
        columns={['Name']}
        numbering={PLAIN_NUMBERING}
        rowCount={1_000_000}
        widths={[120]}
        sort={[]}
        filtered={new Set()}
        cell={cell}
        reveal={null}
        shownRow={null}
        onCell={setCell}
        onSort={nothing}
        onFilter={nothing}
        onWidth={nothing}
      />
    </div>
  );
}

test('the row number of a search result stays left of the first column', async () => {
  await mountApp(<FoundRow />, createTestServices({}));
  const number = page.getByRole('rowheader', { name: '1000000' });
  await expect.element(number).toBeVisible();
  const element = number.element();
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
});

test('a group of problems that differ from row to row names the row of the shown problem', async () => {
  const rows = ['9', '3'].map((expected, index) => ({
    row: index + 2,
    index,
    problem: problem('symbol.checkDigit', { symbology: 'EAN-13', expected, actual: '0' }),
  }));
  const group: PreflightGroup = {
    key: 'a',
    kind: 'symbol',
    blocks: true,
    elementId: 'a' as ElementId,
    elementName: 'Code',
    count: 2,
    varies: true,
    rows,
  };
  const line = { type: 'group', group, isOpen: false } as const;
  await mountApp(
    <PreflightListRow line={line} id="a" hasKeys={false} onChoose={nothing} onToggle={nothing} />,
    createTestServices({}),
  );
  const words = page.getByText('For example row 2: EAN-13: the check digit should be 9, not 0.');
  await expect.element(words).toBeVisible();
});
