import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { documentRecords } from '#model/data/document-records.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import { documentTemplate } from '#model/document/document-template.ts';
import { expectOk } from '#model/kernel/result.ts';
import { openFrozenRecords, documentData } from '#model/data/frozen-data.ts';
import type { PageSink, PageToPrint } from '#protocol/printing.ts';
import { planResume } from '#printing/resume.ts';
import { startPrintRun } from '#printing/run-print.ts';
import type { PrintRequest } from '#printing/print-request.ts';
import type { PrintReport } from '#printing/report.ts';
import { createPorts, createRequest, createSink, expectSound, type MemorySink } from '../printing/create-run.ts';
import { createDisk, createMortalPage, pagesOf, type Disk } from '../printing/mortal-page.ts';
import { createDocumentRig, createPlan, type DocumentDisk, type DocumentRig } from './support/document-rig.ts';
import { writePdf, type WrittenPage } from './support/written-pdf.ts';

const LABEL = { width: 40, height: 30 };

/** A page with this number of bars, so that each page has bits of its own. */
function createPage(bars: number): WrittenPage {
  const content = Array.from({ length: bars }, (_, i) => `${8 + i * 9} 10 4 60 re f`).join(' ');
  return { widthPt: 113.386, heightPt: 85.039, content };
}

const threePages = (): Uint8Array<ArrayBuffer> => writePdf([1, 2, 3].map(createPage));

interface Sent {
  readonly rows: readonly number[];
  readonly hash: string;
  readonly png: Uint8Array;
  readonly copies: number;
}

/** A sink that records its pages. */
function listening(sink: MemorySink): { readonly sent: Sent[]; readonly sink: PageSink } {
  const sent: Sent[] = [];
  const hear = ({ page, copies }: PageToPrint): void =>
    void sent.push({ rows: page.labels.map(({ row }) => row), hash: page.pngHash, png: page.png, copies });
  return {
    sent,
    sink: {
      ...sink,
      sendPage(page, signal) {
        hear(page);
        return sink.sendPage(page, signal);
      },
    },
  };
}

function requestOf(plan: DocumentPlan, given: Partial<PrintRequest> = {}): PrintRequest {
  return createRequest({
    template: documentTemplate(plan, 'document.pdf'),
    records: documentRecords(plan),
    overflow: 'allow',
    dpi: 203,
    keep: { templateId: null, data: documentData(plan), fonts: [] } as NonNullable<PrintRequest['keep']>,
    ...given,
  });
}

let rig: DocumentRig;
let kept: DocumentDisk;
beforeEach(() => {
  kept = new Map();
  rig = createDocumentRig(kept);
});
afterEach(() => rig.dispose());

async function print(plan: DocumentPlan, given: Partial<PrintRequest> = {}): Promise<Sent[] & { report: PrintReport }> {
  const { sent, sink } = listening(createSink());
  const report = await startPrintRun(requestOf(plan, given), createPorts({ renderer: rig.renderer, sink })).done;
  expectSound(report);
  return Object.assign(sent, { report });
}

describe('a run of documents', () => {
  test('prints each page as a label of its own, and the preview shows the same bits', async () => {
    const plan = createPlan(await rig.open(threePages()), LABEL);
    const sent = await print(plan);
    expect(sent.map(({ rows }) => rows)).toEqual([[1], [2], [3]]);
    expect(new Set(sent.map(({ hash }) => hash)).size).toBe(3);
    for (const [part, { png, hash }] of sent.entries()) {
      const shown = expectOk(await rig.preview.asPrinted(plan, part, 203, null, new AbortController().signal));
      expect(shown.pngHash).toBe(hash);
      expect(shown.png).toEqual(png);
    }
  });

  test('the preview shows the same bits under calibration too', async () => {
    const plan = createPlan(await rig.open(threePages()), LABEL);
    const calibration = { rightMm: 0.5, downMm: -0.25, acrossScale: 1.01, alongScale: 0.992 };
    const sent = await print(plan, { calibration });
    const plain = await print(plan);
    const shown = expectOk(await rig.preview.asPrinted(plan, 1, 203, calibration, new AbortController().signal));
    expect(shown.pngHash).toBe(sent[1]?.hash);
    expect(shown.pngHash).not.toBe(plain[1]?.hash);
  });

  test('collated copies print one document after the other, others each page several times', async () => {
    const info = await rig.open(threePages());
    const collated = await print(createPlan(info, LABEL, { collatedCopies: 2 }));
    const [one, two, three] = collated.map(({ hash }) => hash);
    expect(collated.map(({ hash }) => hash)).toEqual([one, two, three, one, two, three]);
    expect(collated.map(({ rows }) => rows[0])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(collated.report.asked).toBe(6);
    const sideBySide = await print(createPlan(info, LABEL), { copies: 2 });
    expect(sideBySide.map(({ hash, copies }) => [hash, copies])).toEqual([
      [one, 2],
      [two, 2],
      [three, 2],
    ]);
    expect(sideBySide.report.asked).toBe(6);
  });

  test('labels are side by side on a sheet', async () => {
    const info = await rig.open(threePages());
    const sheet = {
      rows: 2,
      columns: 2,
      rowSpacingMm: 2,
      columnSpacingMm: 2,
      paddingMm: { left: 0, top: 0, right: 0, bottom: 0 },
    };
    const sent = await print(createPlan(info, LABEL, { sheet, collatedCopies: 2 }));
    expect(sent.map(({ rows }) => rows)).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  test('pages are in the order of the plan, rotated and cropped as planned', async () => {
    const info = await rig.open(threePages());
    const part = { document: info.document, boxMm: null, rotation: 0 } as const;
    const turned = { ...part, page: 0, rotation: 180 } as const;
    const cut = { ...part, page: 0, boxMm: { x: 0, y: 0, width: 20, height: 15 } };
    const sent = await print(
      createPlan(info, LABEL, { parts: [{ ...part, page: 2 }, turned, cut, { ...part, page: 2 }] }),
    );
    expect(sent[0]?.hash).toBe(sent[3]?.hash);
    expect(new Set(sent.map(({ hash }) => hash)).size).toBe(3);
  });

  test('rejects a page that cannot be painted with its number, and prints the others', async () => {
    const pages = [createPage(1), { ...createPage(2), widthPt: 1_000_000, heightPt: 1_000_000 }, createPage(3)];
    const sent = await print(createPlan(await rig.open(writePdf(pages)), LABEL));
    expect(sent.map(({ rows }) => rows)).toEqual([[1], [3]]);
    expect(sent.report.refused).toBe(1);
    expect(JSON.stringify(sent.report)).toContain('document.pageTooLarge');
  });
});

describe('a run of documents whose page was killed', () => {
  /** Runs until it dies at its n-th external call, or to the end. */
  async function live(disk: Disk, sink: PageSink, diesAt: number | null, plan: DocumentPlan): Promise<unknown> {
    const here = createDocumentRig(kept);
    try {
      const page = createMortalPage({ renderer: here.renderer, sink, disk }, diesAt, false);
      const from = disk.kept;
      if (from === null) {
        return await Promise.race([startPrintRun(requestOf(plan), page.ports).done, page.death]);
      }
      // Data that another page reads was in the browser's database.
      const keptRun = structuredClone(from);
      const point = expectOk(planResume(keptRun, pagesOf(disk)));
      const reader = { open: () => Promise.reject(new Error('a document has no spreadsheet')) };
      const { signal } = new AbortController();
      const records = expectOk(await openFrozenRecords(keptRun.template, keptRun.data, reader as never, signal));
      const readings = { parts: disk.readings.length, through: point.nextPlace, complete: true };
      const request = {
        ...requestOf(plan, { template: keptRun.template, records }),
        resume: { kept: keptRun, point, readings },
      };
      const { keep: _, ...rest } = request;
      return await Promise.race([startPrintRun(rest, page.ports).done, page.death]);
    } finally {
      here.dispose();
    }
  }

  test('continues from the stored state, and every label is printed once', async () => {
    const plan = createPlan(await rig.open(threePages()), LABEL, { collatedCopies: 3 });
    const whole = await print(plan);
    let deaths = 0;
    for (const diesAt of [4, 7, 10, 13]) {
      const disk = createDisk();
      const { sent, sink } = listening(createSink());
      const first = await live(disk, sink, diesAt, plan);
      if (first === 'dead') deaths++;
      if (first === 'dead') await live(disk, sink, null, plan);
      expect(disk.outcome, `killed at call ${diesAt}`).toBe('finished');
      const printed = new Map(sent.map(({ rows, hash }) => [rows[0], hash]));
      expect([...printed].sort(([a = 0], [b = 0]) => a - b)).toEqual(whole.map(({ rows, hash }) => [rows[0], hash]));
    }
    expect(deaths).toBe(4);
  });
});
