import type { ElementId } from '#model/kernel/ids.ts';
import type { Rect, Size } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DevicePx, Dots, Mm } from '#model/kernel/units.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { GradeNote, SymbolMeasures } from '#model/symbology/read/measures.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { LabelSize } from '#model/elements/base/layout.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import type { ImageMime, Template } from '#model/template/template.ts';
import type { FoundSymbol } from '#model/document/found-symbol.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { ElementProblem, SheetGeometry } from '#model/page/display-list.ts';
import type { ExportFormat } from './export.ts';
import type { ViewChange } from './view-change.ts';

/** Where the label stands on the canvas, in device pixels. */
export interface Viewport {
  readonly widthPx: DevicePx;
  readonly heightPx: DevicePx;
  /** Device pixels to a millimetre of the label. */
  readonly pxPerMm: number;
  /** The label's top left on the canvas. */
  readonly originXPx: DevicePx;
  readonly originYPx: DevicePx;
}

export interface ViewState {
  readonly viewport: Viewport;
  /** Symbols are laid out for this printer resolution, also on the screen. */
  readonly dpi: number;
  readonly record: DataRecord;
  /** The colour around the label, as `#rrggbb`. */
  readonly surroundings: string;
  /** Shows the dots that a printer of this resolution would print; the usual picture when left out. */
  readonly printed?: PrintedLook;
}

/** How the dots of a print are shown. */
export interface PrintedLook {
  /** As in `RunSetup`. */
  readonly calibration?: Calibration;
  /** From this size of a dot on, in device pixels, the lines between the dots are shown. */
  readonly gridFromPx: DevicePx;
}

/** Where a view is painted. `auto` is on a graphics processor if there surely is one, otherwise on the CPU. */
export type ViewSurface = 'auto' | 'cpu' | 'gpu';

/** What the worker reports with each picture that it has put on the canvas. */
export interface Frame {
  /** The template revision that the picture shows. */
  readonly revision: number;
  readonly viewport: Viewport;
  /** True when `bounds` has every element. Otherwise elements that are not in it are as in the last frame. */
  readonly complete: boolean;
  /** The area that elements cover on the label as painted, in mm, for those laid out since the last frame. */
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  /** Elements that are gone since the last frame. */
  readonly removed: readonly ElementId[];
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
  readonly placeholders: readonly ElementId[];
  /** The elements that their condition hides on this label. */
  readonly hidden: readonly ElementId[];
  /** The picture has the dots of a print. While they take long, the usual picture is shown first. */
  readonly printed: boolean;
  readonly paintMs: number;
}

/** What a font file says about itself. */
export type FontDescription = Omit<AddedFont, 'file'>;

/** How a symbol of a print bitmap read. */
export interface ReadBack {
  readonly elementId: ElementId;
  readonly elementName: string;
  readonly symbology: Symbology;
  readonly expected: string;
  /** What the reader found; null when it found nothing. */
  readonly decoded: string | null;
  /** True when it read as it should with the grade that was asked for, or is exempt. */
  readonly ok: boolean;
  /**
   * A "decode + geometric grade", never an ISO grade. Null for a symbol that is mirrored on purpose: it can't be read
   * and is exempt; and for one of a document of whose modules nothing is known.
   */
  readonly grade: Grade | null;
  /** What holds the grade down, the worst first. */
  readonly notes: readonly GradeNote[];
  /** Null when nothing could be measured. */
  readonly measures: SymbolMeasures | null;
  /** For a symbol that stands on the page of a document; left out for one of the template. */
  readonly found?: FoundSymbol;
}

/** How a symbol of the view would read if it were printed now. */
export interface SymbolCheck extends ReadBack {
  /** The symbol itself on the label, in mm. */
  readonly bounds: Rect;
  /** Why it would not read as it should, whatever its grade. */
  readonly problem: Problem | null;
}

export interface LabelOutcome {
  /** The row of its record (see `DataRecord.row`). */
  readonly row: number;
  readonly verified: boolean;
  readonly symbols: readonly ReadBack[];
  /** Why it was refused; empty when verified. */
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
}

declare const verifiedPage: unique symbol;

/** What a pixel of a page is: 1 bit, 8 bits of grey, or three times 8 bits of colour. A label printer takes 1 bit. */
export const OUTPUT_COLOURS = ['bit', 'gray', 'rgb'] as const;
export type OutputColour = (typeof OUTPUT_COLOURS)[number];

/**
 * A page whose every symbol was read back from these very bits. Only the render worker makes one; the
 * assistant's client takes nothing else.
 */
export interface VerifiedPage {
  readonly [verifiedPage]: true;
  /** A PNG in the run's colours with its resolution in pHYs. */
  readonly png: Uint8Array;
  /**
   * Lower-case hexadecimal SHA-256 of the packed pixels, row by row. In one bit the most significant bit is leftmost,
   * and 1 = paper.
   */
  readonly bitsHash: string;
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly dpi: number;
  readonly colour: OutputColour;
  /** The labels on it, in cell order. */
  readonly labels: readonly LabelOutcome[];
}

/** Why a row will not be printed, as far as it shows before its label is painted. */
export interface RowCheck {
  /** Its place among the records that were checked. */
  readonly index: number;
  readonly row: number;
  /** At least one. */
  readonly problems: readonly ElementProblem[];
}

/** All that is to be said about a row before it is printed. */
export interface RowPreflight {
  /** Its place among the records that were looked at. */
  readonly index: number;
  readonly row: number;
  /** Why a run would refuse it. */
  readonly problems: readonly ElementProblem[];
  /** What a run would print all the same. Together with the problems there is at least one. */
  readonly warnings: readonly ElementProblem[];
}

/** How much of a page its printer leaves bare at the edges. */
export interface BareEdges {
  readonly leftMm: Mm;
  readonly topMm: Mm;
  readonly rightMm: Mm;
  readonly bottomMm: Mm;
}

/** What becomes of a label whose text is cut off at its edge or has no room in its table cell. */
export const TEXT_OVERFLOWS = ['refuse', 'allow'] as const;
export type TextOverflow = (typeof TEXT_OVERFLOWS)[number];

export interface RunSetup {
  readonly template: Template;
  /** Fonts beside those of the product; none when absent. */
  readonly fonts?: readonly AddedFont[];
  readonly dpi: number;
  /**
   * 1 bit when absent. In grey and in colours, text and slanted lines are antialiased; symbols are read back from what
   * a printer would make of them, with half grey and darker as black.
   */
  readonly colour?: OutputColour;
  /** The grade that every symbol must have at least; C when absent. F means that it only has to read. */
  readonly minGrade?: Grade;
  /** What makes the prints of the printer true; nothing is moved or scaled when absent. */
  readonly calibration?: Calibration;
  /** Whether labels with text that does not fit are printed all the same, with a warning; `refuse` when absent. */
  readonly overflow?: TextOverflow;
  /** The time that all labels of the run show; the moment of opening when left out. */
  readonly now?: LocalTime;
}

declare const runNumber: unique symbol;

/** A run that is open in the render worker, for paper or for a file. */
export type RunId = number & { readonly [runNumber]: true };

export interface RunOpened {
  readonly runId: RunId;
  readonly sheet: SheetGeometry;
}

/**
 * What becomes of a sheet that is not full when its records end: it waits for those of the next call, is given out as it is,
 * or is left, and its labels are on no page.
 */
export type SheetRest = 'wait' | 'giveOut' | 'leave';

export interface PrintStep {
  /** One for each record given, in order. */
  readonly labels: readonly LabelOutcome[];
  /** Pages that became full (or were given out all the same), in order. */
  readonly pages: readonly VerifiedPage[];
}

/** A label of a previewed sheet. */
export interface PreviewLabel extends LabelOutcome {
  /** Which of the sheet's cells it stands in; null for one that is refused and takes none. */
  readonly cell: number | null;
}

/** One sheet to look at. */
export interface PreviewPage {
  readonly png: Uint8Array;
  readonly bitsHash: string;
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  /** One for each record that was used, in order. They are fewer than were given when the sheet became full before. */
  readonly labels: readonly PreviewLabel[];
}

export interface ExportSetup extends RunSetup {
  readonly format: ExportFormat;
}

/** A page of an export. */
export interface ExportedPage {
  /** Lower-case hexadecimal SHA-256 of its print bits. */
  readonly bitsHash: string;
  /** How many labels are on it: the next ones that were verified. */
  readonly labelCount: number;
}

export interface ExportStep {
  /** One for each record given, in order. Refused ones are not in the file. */
  readonly labels: readonly LabelOutcome[];
  /** The pages that became full, and the last one. */
  readonly pages: readonly ExportedPage[];
  /**
   * The next pieces of the file; or whole files, for a format with a file for each page. Empty when there is no page.
   */
  readonly pieces: readonly Uint8Array[];
}

/** The editor's picture. Where there is none, in a worker that only prints, nothing happens. */
export interface ViewApi {
  /** Replaces the template. */
  reset(revision: number, template: Template): Promise<null>;
  /** Applies a change; `gap` when `fromRevision` is not what the worker has: send a reset. */
  change(fromRevision: number, toRevision: number, change: ViewChange): Promise<'applied' | 'gap'>;
  /** Sets what is seen; a frame follows. Calls between two frames are folded into one. */
  show(state: ViewState): Promise<null>;
  /**
   * Reads the symbols of the view as a print run would, in painting order. Those drawn in place of a value that can't
   * be had are left out. Null when the view changed meanwhile: ask again. `render.unavailable` without a reader.
   */
  checkSymbols(): Promise<Result<readonly SymbolCheck[] | null>>;
}

/**
 * Pages for paper, and files made by the same rules: what does not read back from its print bitmap is left out. A run
 * is opened for one or the other and known by its number until it is closed. Calls about one run are handled one after
 * the other.
 */
export interface PagesApi {
  /** For `printRecords` and `previewPage`. `render.labelTooLarge`, `render.unavailable` without a reader. */
  openRun(setup: RunSetup): Promise<Result<RunOpened>>;
  /** For `exportRecords`; the same problems. */
  openExport(setup: ExportSetup): Promise<Result<RunOpened>>;
  /**
   * Composes, paints and reads back labels. `firstCell`: where on its sheet the first of them stands, if it begins one; the
   * cells before are left empty. 0 when left out.
   */
  printRecords(
    run: RunId,
    records: readonly DataRecord[],
    rest: SheetRest,
    firstCell?: number,
  ): Promise<Result<PrintStep>>;
  /**
   * The sheet that a run would fill with these records, exact to the dot. Refused labels take no cell. When none of
   * them can be printed, the first are shown in the cells as they are; such a sheet is never printed. `firstCell` as above.
   */
  previewPage(run: RunId, records: readonly DataRecord[], firstCell?: number): Promise<Result<PreviewPage>>;
  /**
   * Looks for rows that will not be printed, without painting: values that cannot be had, codes that cannot be made,
   * characters that no font has, texts without room. Only such rows are in the answer. What only the finished bits tell, as
   * how well a code reads, is found when the label is previewed or printed.
   */
  checkRecords(run: RunId, records: readonly DataRecord[]): Promise<Result<readonly RowCheck[]>>;
  /**
   * Paints each label as a run would, reads its symbols back from those bits and gives out no page. Beside what a run says
   * of each row it looks for what no run asks about: elements off the label or in the edges that the printer leaves bare,
   * ink over symbols, empty values. Only rows of which there is anything to say are in the answer.
   */
  preflightRecords(
    run: RunId,
    records: readonly DataRecord[],
    bare?: BareEdges,
  ): Promise<Result<readonly RowPreflight[]>>;
  /** `last` ends the file. After a problem the export is over. `firstCell` as above. */
  exportRecords(
    run: RunId,
    records: readonly DataRecord[],
    last: boolean,
    firstCell?: number,
  ): Promise<Result<ExportStep>>;
  /** Ends what is under way in the run. Closing a run that is not open is no problem. */
  closeRun(run: RunId): Promise<Result<null>>;
  /** The design with this record as a PNG of at most `maxSidePx`, for the template list. */
  thumbnail(template: Template, record: DataRecord, maxSidePx: number): Promise<Result<Uint8Array>>;
}

/** Looks into files and symbols; nothing is kept of them. */
export interface InspectApi {
  /** Reads the header, and for a sound image within the limits its size in pixels. */
  inspectImage(bytes: Uint8Array): Promise<Result<Size & { readonly mime: ImageMime }>>;
  /** What a font file holds. Problems: `font.tooLarge`, `font.unusable`. */
  inspectFont(bytes: Uint8Array): Promise<Result<FontDescription>>;
  /** How large an element's symbol of this content is printed at a resolution. */
  symbolSize(
    element: BarcodeElement | QrcodeElement,
    content: string,
    dpi: number,
    label: LabelSize,
  ): Promise<Result<ElementSymbolSize>>;
  /** What each element covers on the label with this record, in mm, once all fonts are there; with those that are hidden. */
  elementBounds(template: Template, record: DataRecord): Promise<Result<ReadonlyMap<ElementId, Rect>>>;
}

/**
 * The API of the render worker. Expected failures are returned, not thrown, because comlink keeps only the message of
 * what is thrown. Calls made while the worker starts wait for it. `Canvas` is the OffscreenCanvas, which has no name
 * in a room without DOM types.
 */
export interface RenderWorkerApi<Canvas> {
  /**
   * Loads Skia and the first fonts, and takes the canvas to paint on, on this surface; null for a worker that only
   * prints.
   */
  start(canvas: Canvas | null, surface: ViewSurface, onFrame: (frame: Frame) => void): Promise<Result<null>>;
  /** Answers at once: the heartbeat. */
  ping(): Promise<number>;
  /** Replaces the fonts beside those of the product, for the view and for runs opened from now on. */
  fonts(added: readonly AddedFont[]): Promise<null>;
  readonly view: ViewApi;
  readonly pages: PagesApi;
  readonly inspect: InspectApi;
}

/** A problem of the whole label and not of one element. */
export function labelProblem(problem: Problem): ElementProblem {
  return { elementId: '' as ElementId, elementName: '', problem };
}
