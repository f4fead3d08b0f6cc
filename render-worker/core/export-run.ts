import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { DataRecord } from '#model/data/record.ts';
import { EXPORT_LIMITS } from '#protocol/page-limits.ts';
import type { ExportSetup, ExportStep } from '#protocol/render.ts';
import { createPixelWriter, createPngWriter } from '../bits/png.ts';
import { PrintRun, type PrintRunParts } from './print-run.ts';
import { createFaceFiles } from '../export/face-files.ts';
import { BrokenFontError } from '../export/font-file.ts';
import {
  createBitmapPdfOutput,
  createPictureOutput,
  createSvgOutput,
  createVectorPdfOutput,
  type ExportOutput,
  type VectorOutputParts,
} from '../export/export-outputs.ts';
import { createVectorComposer } from '../export/vector-composer.ts';

/**
 * A print run whose pages become files: records in, bytes out. It holds only the records of a page and the font files.
 */
export class ExportRun {
  readonly #run: PrintRun;
  readonly #output: ExportOutput;
  readonly #closed = new AbortController();
  /** Records of verified labels whose page is not made yet. */
  #waiting: DataRecord[] = [];
  #firstCell = 0;
  #pages = 0;

  private constructor(run: PrintRun, output: ExportOutput) {
    this.#run = run;
    this.#output = output;
  }

  /** Problem: `render.labelTooLarge`. */
  static open(setup: ExportSetup, parts: PrintRunParts): Result<ExportRun> {
    // One time for both: the bitmap that is read back and the exported shapes must show the same.
    const fixed = { ...setup, now: setup.now ?? localTimeAt() };
    const run = PrintRun.open(
      fixed,
      parts,
      EXPORT_LIMITS,
      setup.format === 'pixels' ? createPixelWriter : createPngWriter,
    );
    return run.ok ? ok(new ExportRun(run.value, createOutput(fixed, parts))) : run;
  }

  get sheet(): SheetGeometry {
    return this.#run.sheet;
  }

  get pictures(): PrintRun['pictures'] {
    return this.#run.pictures;
  }

  close(): void {
    this.#closed.abort();
    this.#run.close();
  }

  /** See `PagesApi.exportRecords`. */
  async add(records: readonly DataRecord[], last: boolean, firstCell = 0): Promise<Result<ExportStep>> {
    try {
      return await this.#add(records, last, firstCell);
    } catch (cause) {
      if (cause instanceof BrokenFontError) return err(problem('font.loadFailed', { font: cause.family }));
      throw cause;
    }
  }

  async #add(records: readonly DataRecord[], last: boolean, firstCell: number): Promise<Result<ExportStep>> {
    if (this.#waiting.length === 0) this.#firstCell = firstCell;
    const step = await this.#run.print(records, last ? 'print' : 'keep', firstCell);
    if (!step.ok) return step;
    const { labels, pages } = step.value;
    this.#waiting.push(...records.filter((_, i) => labels[i]?.verified === true));
    for (const page of pages) {
      const of = { page, records: this.#waiting.splice(0, page.labels.length), firstCell: this.#firstCell };
      this.#firstCell = 0;
      const added = await this.#output.add(of, this.#closed.signal);
      if (!added.ok) return added;
      if (this.#closed.signal.aborted) return err(problem('aborted'));
    }
    this.#pages += pages.length;
    // A PDF has at least one page; without any, no file is made.
    if (last && this.#pages > 0) await this.#output.end();
    const made = pages.map(({ pngHash, labels: on }) => ({ pngHash, labelCount: on.length }));
    return ok({ labels, pages: made, pieces: this.#output.take() });
  }
}

function createOutput(
  setup: ExportSetup & { readonly now: NonNullable<ExportSetup['now']> },
  parts: PrintRunParts,
): ExportOutput {
  const { template, dpi, now, format } = setup;
  const { fonts, library } = parts;
  const vector = (): VectorOutputParts => ({
    composer: createVectorComposer(parts, template, dpi, now, setup.pictures),
    files: createFaceFiles(fonts),
    library,
    title: template.label.name,
  });
  switch (format) {
    case 'png':
    case 'pixels':
      return createPictureOutput();
    case 'pdf':
      return createBitmapPdfOutput();
    case 'pdf-vector':
      return createVectorPdfOutput(vector());
    case 'svg':
      return createSvgOutput(vector());
    default:
      return assertNever(format);
  }
}
