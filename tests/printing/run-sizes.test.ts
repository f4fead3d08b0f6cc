import { describe, expect, test } from 'vitest';
import type { Template } from '#model/template/template.ts';
import { withRunSizes } from '#model/page/run-sizes.ts';
import { ok } from '#model/kernel/result.ts';
import { planResume } from '#printing/resume.ts';
import { startPrintRun } from '#printing/run-print.ts';
import type { SheetRenderer } from '#protocol/printing.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import {
  createPorts,
  createRecords,
  createRenderer,
  createRequest,
  createSink,
  createTemplate,
  NONE,
} from './create-run.ts';
import { createDisk, createDiskJournal, createMortalPage, pagesOf } from './mortal-page.ts';

const TEXT = createTestElement('text', { fit: 'shrink', sameSizeInRun: true });
const TEMPLATE: Template = { ...createTemplate(1, 1), elements: [TEXT] };
const SIZES = new Map([[`element ${TEXT.id}`, 2.5]]);
const SIZED = withRunSizes(TEMPLATE, SIZES);
const ROWS = 20;

interface WatchedRenderer extends SheetRenderer {
  /** The template of each opened run. */
  readonly templates: Template[];
  /** The measured rows. */
  readonly measured: number[];
}

function createWatched(): WatchedRenderer {
  const { run } = createRenderer(1, NONE);
  const watched: WatchedRenderer = {
    templates: [],
    measured: [],
    openRun({ template }) {
      watched.templates.push(template);
      return Promise.resolve(
        ok({
          ...run,
          sizeRecords(records) {
            watched.measured.push(...records.map(({ row }) => row));
            return Promise.resolve(ok(SIZES));
          },
        }),
      );
    },
  };
  return watched;
}

describe('a print run with a text of one size', () => {
  const KEEP = { templateId: 'template-1', data: {} as never, fonts: [] };
  const request = createRequest({ template: TEMPLATE, records: createRecords(ROWS) });

  test('measures all rows before the first page, and keeps the size with the run', async () => {
    const disk = createDisk();
    let kept: Template | undefined;
    const renderer = createWatched();
    const journal = createDiskJournal(disk);
    const ports = createPorts({
      renderer,
      sink: createSink(),
      openJournal: () =>
        Promise.resolve(
          ok({
            ...journal,
            begin(job, run) {
              kept = run?.template;
              return journal.begin(job, run);
            },
          }),
        ),
    });
    const percents = new Set<number | null>();
    const run = startPrintRun({ ...request, keep: KEEP }, ports);
    run.subscribe(({ measuredPercent }) => percents.add(measuredPercent));
    const report = await run.done;
    expect(report.outcome).toBe('finished');
    expect(renderer.measured).toEqual(Array.from({ length: ROWS }, (_, i) => i + 2));
    expect(renderer.templates).toEqual([TEMPLATE, SIZED]);
    expect(kept).toEqual(SIZED);
    expect([...percents]).toEqual([100, null]);
  });

  test('that is resumed after a crash has its size, and measures nothing again', async () => {
    const disk = createDisk();
    const sink = createSink();
    const page = createMortalPage({ renderer: createWatched(), sink, disk }, 12, false);
    startPrintRun({ ...request, keep: KEEP }, page.ports);
    await page.death;
    const { kept } = disk;
    if (kept === null) return expect.fail('nothing was kept');
    expect(kept.template).toEqual(SIZED);
    const point = planResume(kept, pagesOf(disk));
    if (!point.ok) return expect.fail(point.error.code);
    const renderer = createWatched();
    const readings = { parts: 0, through: 0, complete: true };
    const ports = createPorts({ renderer, sink, openJournal: () => Promise.resolve(ok(createDiskJournal(disk))) });
    const resume = { kept, point: point.value, readings };
    const report = await startPrintRun({ ...request, template: kept.template, resume }, ports).done;
    expect(report.outcome).toBe('finished');
    expect(renderer.measured).toEqual([]);
    expect(renderer.templates).toEqual([SIZED]);
  });

  test('that is canceled while it is measured prints nothing', async () => {
    const sink = createSink();
    const renderer = createWatched();
    const run = startPrintRun({ ...request, records: createRecords(100_000) }, createPorts({ renderer, sink }));
    run.subscribe(({ measuredPercent }) => {
      if (measuredPercent !== null) run.cancel();
    });
    expect((await run.done).outcome).toBe('cancelled');
    expect(sink.paper).toEqual([]);
    expect(renderer.measured.length).toBeLessThan(10_000);
  });
});
