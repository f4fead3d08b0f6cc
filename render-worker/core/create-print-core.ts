import { type AddedFont, withAddedFonts } from '#model/elements/base/font-catalog.ts';
import type { TextMeasure, LabelSize } from '#model/elements/base/layout.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { InspectApi, PagesApi, RunId, RunOpened, RunSetup } from '#protocol/render.ts';
import type { FontStore } from '../fonts/font-store.ts';
import { ExportRun } from './export-run.ts';
import { inspectFont } from '../fonts/inspect-font.ts';
import { createTextMeasure } from '../fonts/text-measure.ts';
import { createImageLibrary, type ImageLibrary } from '../images/image-library.ts';
import { decodeImage } from '../images/decode-image.ts';
import { edgesOf } from '../images/image-edges.ts';
import { inspectImage } from '../images/inspect-image.ts';
import { createSkiaPainter } from '../paint/skia-painter.ts';
import { type HashBytes, sha256Hex } from '../kernel/sha256.ts';
import type { Zxing } from '../read-back/zxing.ts';
import type { Skia } from '../skia/load.ts';
import { createLabelPainter } from '../print/label-painter.ts';
import { measureElements } from './measure-elements.ts';
import { KnownPairs } from '../fonts/known-pairs.ts';
import type { FitProverParts } from './prove-fit.ts';
import { PrintRun, type PrintRunParts } from './print-run.ts';
import { createTonePainter } from '../print/tone-painter.ts';
import { renderThumbnail } from '../print/thumbnail.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { elementSymbolSize, type ElementSymbolSize } from '#model/elements/symbol-size.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { withFonts } from '../fonts/with-fonts.ts';

const PROVER_PAIRS = 200_000;

export interface PrintCoreParts {
  readonly skia: Skia;
  readonly fonts: FontStore;
  /** Called when a run is opened. A rejected load is retried with the next run. */
  readonly zxing: () => Promise<Zxing>;
  /** The text measure that is shared with a view. Created here when absent. */
  readonly measure?: TextMeasure;
  readonly library?: ImageLibrary;
  /** Hashes pages; the platform's asynchronous one when absent. */
  readonly hash?: HashBytes;
  readonly now?: () => number;
}

/** The render worker without its view, also outside of workers: for the command line and tests. */
export interface PrintCore extends PagesApi, InspectApi {
  /** See `RenderWorkerApi.fonts`. */
  fonts(added: readonly AddedFont[]): Promise<null>;
  /** Names records that are passed to the run one by one, so that their pictures are fetched ahead. */
  expectRecords(runId: RunId, records: readonly DataRecord[]): void;
  /** Ends all runs and frees Skia's memory. Does not touch what was given to the core. */
  dispose(): void;
}

interface OpenRun {
  readonly run: PrintRun | ExportRun;
  /**
   * Lets the font store drop fonts again. They are held while a run is open, because its labels are laid out at one
   * time and painted at another.
   */
  readonly releaseFonts: () => void;
}

export function createPrintCore(parts: PrintCoreParts): PrintCore {
  const { skia, fonts } = parts;
  const measure = parts.measure ?? createTextMeasure(skia, fonts);
  const library = parts.library ?? createImageLibrary(skia);
  const painter = createSkiaPainter(skia, fonts);
  const labels = createLabelPainter(skia, fonts, library);
  const tones = createTonePainter(skia, fonts, library);
  const hash = parts.hash ?? sha256Hex;
  const now = parts.now ?? ((): number => performance.now());
  /** Knows all pairs of several alphabets, in a measure of its own: the other one keeps what labels need. */
  let prover: FitProverParts | null = null;
  const fitProver = (): FitProverParts => {
    if (prover === null) {
      const pairs = new KnownPairs(PROVER_PAIRS);
      prover = { measure: createTextMeasure(skia, fonts, pairs), pairs, painter };
    }
    return prover;
  };
  const runs = new Map<RunId, OpenRun>();
  let lastRunId = 0;

  async function open<Setup extends RunSetup>(
    setup: Setup,
    openRun: (setup: Setup, parts: PrintRunParts) => Result<PrintRun | ExportRun>,
    fetchPicture: FetchPicture | undefined,
  ): Promise<Result<RunOpened>> {
    if (setup.fonts !== undefined) fonts.useCatalog(withAddedFonts(setup.fonts));
    let zxing: Zxing;
    try {
      zxing = await parts.zxing();
    } catch {
      return err(problem('render.unavailable'));
    }
    const shared = { zxing, fonts, measure, library, labels, tones, painter, fitProver, hash, now };
    const opened = openRun(setup, { ...shared, fetchPicture });
    if (!opened.ok) return opened;
    const runId = ++lastRunId as RunId;
    runs.set(runId, { run: opened.value, releaseFonts: fonts.hold() });
    return ok({ runId, sheet: opened.value.sheet });
  }

  /** `aborted` for a closed run, and for one opened for another purpose. */
  async function withRun<Run extends PrintRun | ExportRun, T>(
    runId: RunId,
    isKind: (run: PrintRun | ExportRun) => run is Run,
    work: (run: Run) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const run = runs.get(runId)?.run;
    return run !== undefined && isKind(run) ? work(run) : err(problem('aborted'));
  }

  return {
    fonts(added) {
      fonts.useCatalog(withAddedFonts(added));
      return Promise.resolve(null);
    },
    symbolSize: (element, content, dpi, label) => measureSymbol({ fonts, measure }, element, content, dpi, label),
    elementBounds: (template, record) => measureElements({ fonts, measure, library }, template, record),
    inspectFont: (bytes) => Promise.resolve(inspectFont(skia, bytes)),
    inspectImage: (bytes) => {
      const inspected = inspectImage(bytes);
      if (!inspected.ok) return Promise.resolve(inspected);
      const { width, height, mime } = inspected.value;
      return Promise.resolve(ok({ width, height, mime }));
    },
    imageEdges: (bytes) => {
      const inspected = inspectImage(bytes);
      const decoded = inspected.ok ? decodeImage(skia, bytes) : inspected;
      return Promise.resolve(decoded.ok ? ok(edgesOf(decoded.value)) : decoded);
    },
    openRun: (setup, fetchPicture) => open(setup, PrintRun.open, fetchPicture),
    openExport: (setup, fetchPicture) => open(setup, ExportRun.open, fetchPicture),
    printRecords: (runId, records, incompleteSheet, firstCell) =>
      withRun(runId, isPrintRun, (run) => run.print(records, incompleteSheet, firstCell)),
    previewPage: (runId, records, firstCell) => withRun(runId, isPrintRun, (run) => run.preview(records, firstCell)),
    checkRecords: (runId, records) => withRun(runId, isPrintRun, (run) => run.check(records)),
    preflightRecords: (runId, records, bare) => withRun(runId, isPrintRun, (run) => run.preflight(records, bare)),
    observeRecords: (runId, records) => withRun(runId, isPrintRun, (run) => run.observe(records)),
    observedValues: (runId) => withRun(runId, isPrintRun, (run) => Promise.resolve(ok(run.observed()))),
    proveFit: (runId, observed) => withRun(runId, isPrintRun, (run) => run.prove(observed)),
    sizeRecords: (runId, records) => withRun(runId, isPrintRun, (run) => run.sizes(records)),
    exportRecords: (runId, records, last, firstCell) =>
      withRun(runId, isExportRun, (run) => run.add(records, last, firstCell)),
    closeRun(runId) {
      const closed = runs.get(runId);
      runs.delete(runId);
      closed?.run.close();
      closed?.releaseFonts();
      return Promise.resolve(ok(null));
    },
    async thumbnail(template, record, maxSidePx) {
      const release = fonts.hold();
      try {
        return await renderThumbnail({ skia, fonts, measure, library, painter }, template, record, maxSidePx);
      } finally {
        release();
      }
    },
    expectRecords: (runId, records) => runs.get(runId)?.run.pictures?.expect(records),
    dispose() {
      for (const { run, releaseFonts } of runs.values()) {
        run.close();
        releaseFonts();
      }
      runs.clear();
      labels.dispose();
      tones.dispose();
      painter.dispose();
    },
  };
}

function isPrintRun(run: PrintRun | ExportRun): run is PrintRun {
  return run instanceof PrintRun;
}

function isExportRun(run: PrintRun | ExportRun): run is ExportRun {
  return run instanceof ExportRun;
}

/** The size of one element's symbol at `dpi` with this content. */
async function measureSymbol(
  { fonts, measure }: { readonly fonts: FontStore; readonly measure: TextMeasure },
  element: BarcodeElement | QrcodeElement,
  content: string,
  dpi: number,
  label: LabelSize,
): Promise<Result<ElementSymbolSize>> {
  const context = { measure, dpi, label, imageSize: () => null, now: localTimeAt() };
  const size = await withFonts(fonts, () => elementSymbolSize(element, content, context));
  return size.ok ? size.value : size;
}
