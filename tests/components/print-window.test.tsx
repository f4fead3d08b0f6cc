import { createTestTemplate } from '#tests/support/create-elements.ts';
import type { JSX } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '#model/kernel/result.ts';
import type { BoundTable } from '#model/data/tables.ts';
import type { PrintReport } from '#printing/report.ts';
import { setClosesAfterPrint, type PrintSettings } from '#app/print/print-settings.ts';
import { SettingsPanel } from '#app/print/SettingsPanel.tsx';
import { useClosingAfterPrint } from '#app/print/use-closing-after-print.tsx';
import { useSheetChoice } from '#app/print/use-sheet-choice.ts';
import { RunsProvider } from '#app/print/runs/runs.tsx';
import { OpenedReport } from '#app/shell/OpenedReport.tsx';
import { isBusy } from '#services/idle.ts';
import type { Services } from '#app/state/services.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';
import { createRunReport } from '#tests/server/print-run-factory.ts';
import '#app/print/print-dialog.css';

function Closing({ report, onClose }: { readonly report: PrintReport; readonly onClose: () => void }): JSX.Element {
  useClosingAfterPrint({ type: 'over', report }, onClose);
  return <p>the window</p>;
}

const CLEAN = createRunReport({ asked: 20, sent: 20, refused: 0, refusedRows: 0, refusals: [] }) as PrintReport;

async function mountClosing(report: PrintReport): Promise<ReturnType<typeof vi.fn<() => void>>> {
  const onClose = vi.fn<() => void>();
  // The part of the runs that a window needs, in a browser without a stored one.
  const services = {
    // The manager of its runs hears of those of later tests, too.
    keptRuns: {
      find: () => Promise.resolve(ok(null)),
      list: () => Promise.resolve(ok([])),
      canceled: () => Promise.resolve(ok([])),
    },
    runRecords: {},
    runLocks: {},
    assistant: {},
  } as unknown as Partial<Services>;
  const screen = (
    <RunsProvider>
      <Closing report={report} onClose={onClose} />
      <OpenedReport />
    </RunsProvider>
  );
  await mountApp(screen, createTestServices({ services }));
  return onClose;
}

describe('the print window after a run', () => {
  test('closes when every label was printed, and leaves a notification whose report prints labels again', async () => {
    const onClose = await mountClosing({ ...CLEAN, jobId: 'clean', folder: '/pages/tags' });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    const notice = page.getByText('Price tag on Folder · 20 labels');
    await expect.element(notice).toBeVisible();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect.element(notice).not.toBeInTheDocument();
    const report = page.getByRole('dialog');
    await expect.element(report.getByText('Files: /pages/tags')).toBeVisible();
    await report.getByRole('button', { name: 'Print labels again…' }).click();
    const again = page.getByRole('dialog', { name: 'Print labels again: Price tag' });
    await expect.element(again).toBeVisible();
    await again.getByRole('button', { name: 'Close' }).first().click();
    await expect.element(again).not.toBeInTheDocument();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test.each([
    ['a label was refused', { ...CLEAN, sent: 19, refused: 1 }],
    ['a label is in doubt', { ...CLEAN, sent: 19, inDoubt: 1 }],
    ['nobody confirmed the labels', { ...CLEAN, unconfirmed: true as const }],
    ['it was canceled', { ...CLEAN, outcome: 'cancelled' as const, sent: 10, notPrinted: 10 }],
  ])('stays open when %s', async (_, report) => {
    expect(await mountClosing(report)).not.toHaveBeenCalled();
    // Nothing is pending that would close it.
    expect(isBusy()).toBe(false);
  });

  test('stays open when the user has chosen so', async () => {
    setClosesAfterPrint(false);
    try {
      expect(await mountClosing(CLEAN)).not.toHaveBeenCalled();
      expect(isBusy()).toBe(false);
    } finally {
      setClosesAfterPrint(true);
    }
  });
});

const SETTINGS: PrintSettings = {
  printer: 'Folder',
  copies: 1,
  dpi: 300,
  minGrade: 'C',
  overflow: 'refuse',
  rows: { type: 'range', from: 2, to: 21 },
  copiesColumn: null,
  printBackground: false,
  language: null,
  firstCell: 0,
};

test('the rows of the last print are named as such, and fit a window of 1280 x 720', async () => {
  const printers = { list: [], problem: null, assistantProblem: null, looking: false, look: () => undefined };
  const panel = (
    <aside style={{ width: 340 }}>
      <SettingsPanel
        settings={SETTINGS}
        template={createTestTemplate([])}
        onChange={() => undefined}
        printers={printers}
        resolutions={[300]}
        isBound
        isChoiceKnown
        extent={{ count: 500 }}
        columns={['Name']}
        numbered={false}
        onChooseRows={() => undefined}
        rowProblem={null}
        rowsOfLastPrint={20}
        labelProblem={null}
        hasBackground={false}
        sheet={null}
        disabled={false}
        brief={false}
        pictures={null}
      />
    </aside>
  );
  const devices = { kinds: [], list: () => Promise.resolve([]) };
  await mountApp(panel, createTestServices({ services: { devices } as unknown as Partial<Services> }));
  await expect.element(page.getByText('As in the last print: only 20 of 500 rows.')).toBeVisible();
  const bottom = page.getByTestId('choose-rows').element().getBoundingClientRect().bottom;
  const top = page.getByTestId('copies-column').element().getBoundingClientRect().top;
  expect(bottom).toBeLessThan(top);
});

const TABLE = { connection: 'a', fileName: 'a.xlsx', sheet: 'Rows', columns: [] } as unknown as BoundTable;

function Choice(): JSX.Element {
  const choice = useSheetChoice(TABLE);
  return (
    <button type="button" onClick={() => choice.choose({ rows: { type: 'all' }, copiesColumn: null })}>
      {choice.isOfLastPrint ? 'rows of the last print' : 'rows of this print'}
    </button>
  );
}

test('restored rows are those of the last print until others are selected', async () => {
  const services = {
    rowChoices: {
      get: () => Promise.resolve({ rows: SETTINGS.rows, copiesColumn: null }),
      put: () => Promise.resolve(),
    },
    spreadsheets: { reopen: () => Promise.resolve(ok({ ...TABLE, text: null, sheets: [] })) },
  } as unknown as Partial<Services>;
  await mountApp(<Choice />, createTestServices({ services }));
  await page.getByRole('button', { name: 'rows of the last print' }).click();
  await expect.element(page.getByRole('button', { name: 'rows of this print' })).toBeVisible();
});
