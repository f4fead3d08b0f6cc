import { useEffect, useMemo, useRef, useState } from 'react';
import type { Rect } from '#model/kernel/geometry.ts';
import { dotsToMm, MM_PER_INCH, type CssPx, type Mm } from '#model/kernel/units.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { contentLengthOf, longestLabel } from '#model/template/length-by-content.ts';
import type { Template } from '#model/template/template.ts';
import type { Calibration } from '#model/page/calibration.ts';
import { hasRunSizes } from '#model/page/run-sizes.ts';
import type { PreviewLabel } from '#protocol/render.ts';
import { sizedTemplate } from '#printing/sized-template.ts';
import { plannedSheets, repeatsPerRecord } from '#printing/plan.ts';
import { oneRecordPerLabel } from '#model/data/copies.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { PrintRunHandle } from '#services/render/print-renderer.ts';
import { useServices } from '#app/state/services.tsx';
import { useRowPictures } from '#app/state/use-row-pictures.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import type { PrintSettings } from './print-settings.ts';
import { createSheetPaginator, type SheetPaginator } from './sheet-paginator.ts';

/** One sheet as it would be sent to the printer. */
export interface ShownPage {
  readonly index: number;
  /** The number of pages, as far as known after this one was made. */
  readonly pageCount: number;
  /** False if some rows before it were not checked: if one of them is rejected, another page will print. */
  readonly certain: boolean;
  /** An object URL of the page's image in the printed dots; revoked when another page replaces it. */
  readonly url: string;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** Whether pages differ in their length. */
  readonly hasOwnLength: boolean;
  readonly widthDots: number;
  readonly labels: readonly PreviewLabel[];
  /** The areas of labels that will not be printed, as fractions of the page. */
  readonly refused: readonly Rect[];
  /** The areas of the sheet's used cells. */
  readonly used: readonly Rect[];
}

export interface Preview {
  readonly pageCount: number;
  /** The last rendered page; shown until the next one is ready. */
  readonly page: ShownPage | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  /** The percentage of the rows that were measured, for texts that have one size on all labels; null at other times. */
  readonly measuredPercent: number | null;
  readonly again: () => void;
}

/** Larger pages take a moment, so they are rendered only when the user stops paging (specification 2, section 9). */
const LARGE_SIDE_MM = 400;
const LARGE_DELAY_MS = 300;

export function labelsPerPage(template: Template): number {
  return template.label.rows * template.label.columns;
}

/** The settings that determine rejections, the resolution of the check, and the layout. */
interface Demands extends Pick<PrintSettings, 'dpi' | 'minGrade' | 'overflow'> {
  readonly calibration: Calibration | null;
}

/** Renders the requested page, in the worker that also prints. */
export function usePreview(
  template: Template,
  settings: Demands & Pick<PrintSettings, 'firstCell'>,
  copies: number,
  source: RecordSource | null,
  pageIndex: number,
): Preview {
  const [attempt, setAttempt] = useState(0);
  const { dpi, firstCell } = settings;
  const sizing = useSizedTemplate(template, settings, source, attempt);
  const run = useOpenRun(sizing.template, settings, attempt);
  const perPage = labelsPerPage(template);
  const repeats = repeatsPerRecord({ copies, sheetCells: perPage });
  const opened = run?.ok === true ? run.value : null;
  // On paper with several labels the copies of a row are side by side.
  const records = useMemo(
    () => (source === null || perPage === 1 ? source : oneRecordPerLabel(source)),
    [source, perPage],
  );
  const hasOwnLength = contentLengthOf(template.label) !== null;
  const paginator = useSheetPaginator(opened, records, repeats, firstCell);
  const wanted = useMemo(
    () =>
      opened !== null && paginator !== null
        ? { run: opened, paginator, index: pageIndex, dpi, firstCell, hasOwnLength }
        : null,
    [opened, paginator, pageIndex, dpi, firstCell, hasOwnLength],
  );
  const [made, setMade] = useState<Made>({ wanted: null, page: null, problem: null });
  const { widthMm, heightMm } = longestLabel(template.label);
  const delayMs = Math.max(widthMm, heightMm) > LARGE_SIDE_MM ? LARGE_DELAY_MS : 0;

  useEffect(() => {
    if (wanted === null) return undefined;
    const abort = new AbortController();
    const make = async (): Promise<void> => {
      const page = await makePage(wanted, abort.signal);
      if (abort.signal.aborted) {
        if (page.ok) URL.revokeObjectURL(page.value.url);
        return;
      }
      setMade((before) =>
        page.ok ? { wanted, page: page.value, problem: null } : { wanted, page: before.page, problem: page.error },
      );
    };
    const timer = startTimer(() => void make(), delayMs);
    return () => {
      stopTimer(timer);
      abort.abort();
    };
  }, [wanted, delayMs]);

  const { page } = made;
  useEffect(() => (page === null ? undefined : () => URL.revokeObjectURL(page.url)), [page]);

  const planned =
    records === null
      ? 0
      : plannedSheets({ totalLabels: records.count, copies: repeats, sheetCells: perPage, firstCell });
  return {
    // The count of the last page applies to all pages of its run.
    pageCount: page !== null && made.wanted?.paginator === paginator ? page.pageCount : planned,
    page,
    problem: sizing.problem ?? (run?.ok === false ? run.error : made.wanted === wanted ? made.problem : null),
    loading: wanted === null ? run?.ok !== false && sizing.problem === null : made.wanted !== wanted,
    measuredPercent: sizing.measuredPercent,
    again: () => setAttempt((n) => n + 1),
  };
}

interface Made {
  readonly wanted: PagePlace | null;
  readonly page: ShownPage | null;
  readonly problem: Problem | null;
}

/** Converts a length to CSS pixels at its real size: 96 per inch. */
export function actualSizePx(mm: Mm): CssPx {
  return Math.round((mm * 96) / MM_PER_INCH);
}

interface OpenedRun extends Demands {
  readonly template: Template;
  readonly attempt: number;
  readonly pictures: PictureSet | null;
  readonly run: Result<PrintRunHandle>;
}

/** The template of the run that would print; null while its texts are being measured, or the rows are missing. */
interface Sizing {
  readonly template: Template | null;
  readonly problem: Problem | null;
  readonly measuredPercent: number | null;
}

/** A template whose rows are measured. */
interface Measured {
  readonly key: object;
  readonly result: Result<Template> | null;
  readonly percent: number | null;
}

/** The template with the sizes of texts that have one size on all labels, as the run over these rows will print it. */
function useSizedTemplate(
  template: Template,
  { dpi, overflow }: Demands,
  source: RecordSource | null,
  attempt: number,
): Sizing {
  const { printRenderer } = useServices();
  const [measured, setMeasured] = useState<Measured | null>(null);
  const measures = useMemo(() => hasRunSizes(template), [template]);
  // The size of a text does not depend on the resolution.
  const wanted = useMemo(
    () => (measures && source !== null ? { template, overflow, source, attempt } : null),
    [measures, template, overflow, source, attempt],
  );
  const anyDpi = useRef(dpi);
  useEffect(() => {
    if (wanted === null) return undefined;
    const abort = new AbortController();
    const set = (result: Measured['result'], percent: number | null): void => {
      if (!abort.signal.aborted) setMeasured({ key: wanted, result, percent });
    };
    const setup = { template: wanted.template, dpi: anyDpi.current, overflow: wanted.overflow };
    const onProgress = (done: number, total: number): void => set(null, Math.floor((100 * done) / total));
    void sizedTemplate(printRenderer, setup, wanted.source, abort.signal, onProgress).then((result) =>
      set(result, null),
    );
    return () => abort.abort();
  }, [printRenderer, wanted]);
  if (!measures) return { template, problem: null, measuredPercent: null };
  const current = measured !== null && measured.key === wanted ? measured : null;
  const result = current?.result ?? null;
  return {
    template: result?.ok === true ? result.value : null,
    problem: result?.ok === false ? result.error : null,
    measuredPercent: current?.percent ?? null,
  };
}

/** A run of the print worker for the template; null without one, and while it is being opened. */
function useOpenRun(template: Template | null, demands: Demands, attempt: number): Result<PrintRunHandle> | null {
  const { dpi, minGrade, overflow, calibration } = demands;
  const { printRenderer } = useServices();
  const { set: pictures } = useRowPictures();
  const [opened, setOpened] = useState<OpenedRun | null>(null);
  useEffect(() => {
    if (template === null) return undefined;
    const abort = new AbortController();
    let handle: PrintRunHandle | null = null;
    const calibrated = calibration === null ? {} : { calibration };
    void printRenderer.openRun({ template, dpi, minGrade, overflow, ...calibrated }, abort.signal).then((run) => {
      if (abort.signal.aborted) {
        if (run.ok) run.value.close();
        return;
      }
      if (run.ok) handle = run.value;
      setOpened({ template, dpi, minGrade, overflow, calibration, attempt, pictures, run });
    });
    return () => {
      abort.abort();
      handle?.close();
    };
  }, [printRenderer, template, dpi, minGrade, overflow, calibration, attempt, pictures]);
  if (opened === null || opened.template !== template || opened.dpi !== dpi) return null;
  if (opened.minGrade !== minGrade || opened.overflow !== overflow || opened.calibration !== calibration) return null;
  return opened.attempt === attempt && opened.pictures === pictures ? opened.run : null;
}

/** The pages of the run; created again for each run and each choice of rows, null while either is missing. */
function useSheetPaginator(
  run: PrintRunHandle | null,
  source: RecordSource | null,
  repeats: number,
  firstCell: number,
): SheetPaginator | null {
  return useMemo(
    () => (run === null || source === null ? null : createSheetPaginator(run, source, repeats, firstCell)),
    [run, source, repeats, firstCell],
  );
}

/** Identifies a page of a run. */
interface PagePlace {
  readonly paginator: SheetPaginator;
  readonly run: PrintRunHandle;
  readonly index: number;
  readonly dpi: number;
  readonly firstCell: number;
  readonly hasOwnLength: boolean;
}

async function makePage(place: PagePlace, signal: AbortSignal): Promise<Result<ShownPage>> {
  const { paginator, run, dpi, firstCell, hasOwnLength } = place;
  const found = await paginator.page(place.index, signal);
  if (!found.ok) return found;
  const { index, pageCount, certain, made } = found.value;
  const { png, widthDots, heightDots, labels } = made;
  const { labelWidthDots, labelHeightDots, cells } = run.sheet;
  const areaOf = (cell: number): readonly Rect[] => {
    const corner = cells[cell];
    if (corner === undefined) return [];
    // A label as long as its content has another length than those for which the run is prepared.
    const ownHeightDots = labelHeightDots + heightDots - run.sheet.heightDots;
    const [width, height] = [labelWidthDots / widthDots, ownHeightDots / heightDots];
    return [{ x: corner.xDots / widthDots, y: corner.yDots / heightDots, width, height }];
  };
  return ok({
    index,
    pageCount,
    certain,
    url: URL.createObjectURL(new Blob([new Uint8Array(png)], { type: 'image/png' })),
    widthMm: dotsToMm(widthDots, dpi),
    heightMm: dotsToMm(heightDots, dpi),
    hasOwnLength,
    widthDots,
    labels,
    refused: labels.flatMap(({ verified, cell }) => (verified || cell === null ? [] : areaOf(cell))),
    used: index === 0 ? Array.from({ length: firstCell }, (_, cell) => areaOf(cell)).flat() : [],
  });
}
