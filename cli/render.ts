import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import type { RenderArguments } from './arguments.ts';
import { type LabelMaker, openCheck, openPages } from './label-maker.ts';
import { openSources } from './label-sources.ts';
import { orCannotWrite, prepareOutput } from './output-folder.ts';
import { openReport, type ReportFile, type RunSummary } from './report-file.ts';

export interface RenderOutcome {
  readonly summary: RunSummary;
  /** Why not all labels were made: `aborted`, `output.cannotWrite`, or what the data or the renderer say. */
  readonly stopped: Problem | null;
}

/**
 * Renders every row into `args.outputDirectory`. Its problems are those of arguments and files; refused rows are in the
 * report. `onNotice` is told what in the template cannot be used; `onLabels` is called with each window of rows once it is
 * done. A run that is interrupted or cannot write gives what was done so far, with `stopped` as the reason.
 */
export async function renderRows(
  args: RenderArguments,
  signal: AbortSignal,
  onNotice: (notice: Problem) => void,
  onLabels: (labels: readonly LabelOutcome[], total: number) => void,
): Promise<Result<RenderOutcome>> {
  const opened = await openSources(args, signal, onNotice);
  if (!opened.ok) return opened;
  const { template, records } = opened.value;
  const skia = await loadSkiaInNode();
  const core = createPrintCore({ skia, fonts: new FontStore(skia, createNodeFontSource()), zxing: loadZxingInNode });
  try {
    const fonts = await openFonts(core, args.fontPaths);
    if (!fonts.ok) return fonts;
    await core.fonts(fonts.value);
    if (args.outputDirectory !== null) {
      const prepared = await prepareOutput(args.outputDirectory, args.clean);
      if (!prepared.ok) return prepared;
    }
    const reportFile = args.reportPath === null ? ok(null) : await openReport(args.reportPath);
    if (!reportFile.ok) return reportFile;
    const maker =
      args.outputDirectory === null
        ? await openCheck(args, core, template)
        : await openPages(args, args.outputDirectory, core, template);
    if (!maker.ok) return maker;
    return ok(await makeAll(maker.value, records, reportFile.value, args.reportPath ?? '', signal, onLabels));
  } finally {
    core.dispose();
  }
}

/** Takes all records through the maker, a window at a time, and holds none of them. */
async function makeAll(
  maker: LabelMaker,
  records: RecordSource,
  report: ReportFile | null,
  reportPath: string,
  signal: AbortSignal,
  onLabels: (labels: readonly LabelOutcome[], total: number) => void,
): Promise<RenderOutcome> {
  const counts = { verified: 0, refused: 0, pages: 0, symbols: 0, symbolsRead: 0 };
  const run = async (): Promise<Result<null>> => {
    for (let first = 0; first < records.count; first += maker.rowsAtOnce) {
      if (signal.aborted) return err(problem('aborted'));
      const rows = await records.read(first, maker.rowsAtOnce, signal);
      if (!rows.ok) return rows;
      const made = await maker.make(rows.value, first + maker.rowsAtOnce >= records.count);
      if (!made.ok) return made;
      const { labels, pages } = made.value;
      for (const { verified, symbols } of labels) {
        counts[verified ? 'verified' : 'refused']++;
        counts.symbols += symbols.length;
        counts.symbolsRead += symbols.filter((symbol) => symbol.ok).length;
      }
      counts.pages += pages?.length ?? 0;
      const written = await orCannotWrite(reportPath, async () => report?.add(labels, pages));
      if (!written.ok) return written;
      onLabels(labels, records.count);
    }
    return maker.finish();
  };
  const done = await run();
  if (!done.ok) await maker.abandon();
  const summary = { asked: records.count, ...counts, complete: done.ok };
  const ended = await orCannotWrite(reportPath, async () => report?.end(summary));
  return { summary, stopped: !done.ok ? done.error : ended.ok ? null : ended.error };
}

async function openFonts(core: PrintCore, paths: readonly string[]): Promise<Result<readonly AddedFont[]>> {
  const fonts: AddedFont[] = [];
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return err(problem('file.unreadable', { file: path }, path));
    const font = await core.inspectFont(bytes);
    if (!font.ok) return err({ ...font.error, path });
    fonts.push({ ...font.value, file: resolve(path) });
  }
  return ok(fonts);
}
