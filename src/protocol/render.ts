import type { ImageCrop } from '#model/elements/image/image-element.ts';
import type { FitProof, ObservedText } from '#model/page/fit-proof.ts';
import type { RunSizes } from '#model/page/run-sizes.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Rect, Size } from '#model/kernel/geometry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DevicePx, Dots, Mm } from '#model/kernel/units.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { GradeNote, SymbolMeasures, SymbolReader } from '#model/symbology/read/measures.ts';
import type { Symbology } from '#model/symbology/types.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { LabelSize } from '#model/elements/base/layout.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import type { ImageMime, Template } from '#model/template/template.ts';
import type { FoundSymbol } from '#model/document/symbol-in-picture.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { ElementProblem, SheetGeometry } from '#model/page/display-list.ts';
import type { ExportFormat } from './export.ts';
import type { ViewChange } from './view-change.ts';

/** The place of the label on the canvas, in device pixels. */
export interface Viewport {
  readonly widthPx: DevicePx;
  readonly heightPx: DevicePx;
  /** Device pixels per millimeter of the label. */
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
  /** The color around the label, as `#rrggbb`. */
  readonly surroundings: string;
  /** Shows the dots that a printer of this resolution would print; the usual picture when left out. */
  readonly printed?: PrintedLook;
}

/** How the dots of a print are shown. */
export interface PrintedLook {
  /** As in `RunSetup`. */
  readonly calibration?: Calibration;
  /** Least size of a dot, in device pixels, at which the lines between the dots are shown. */
  readonly gridFromPx: DevicePx;
}

/** Where a view is painted. `auto` uses a graphics processor if one is certain to exist, otherwise the CPU. */
export type ViewSurface = 'auto' | 'cpu' | 'gpu';

/** The worker's report for each picture that it has put on the canvas. */
export interface Frame {
  /** The template revision that the picture shows. */
  readonly revision: number;
  readonly viewport: Viewport;
  /** Whether `bounds` has every element. Otherwise missing elements are as in the last frame. */
  readonly complete: boolean;
  /** The painted bounds of elements on the label, in mm, for those laid out since the last frame. */
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  /** By how much those of `bounds` that texts above push or the label's end moves are below the place of the template, in mm. */
  readonly pushes: ReadonlyMap<ElementId, Mm>;
  /** Elements that were deleted since the last frame. */
  readonly removed: readonly ElementId[];
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
  readonly placeholders: readonly ElementId[];
  /** The elements that are hidden by their condition on this label. */
  readonly hidden: readonly ElementId[];
  /** The length of the shown label, where it follows its content; left out otherwise. */
  readonly lengthMm?: Mm;
  /** The picture has the dots of a print. While they take long, the usual picture is shown first. */
  readonly printed: boolean;
  /** Set while fonts are still being read: the picture has others in their place, and the next one follows. */
  readonly awaitsFonts?: true;
  readonly paintMs: number;
}

/** The metadata in a font file. */
export type FontDescription = Omit<AddedFont, 'file'>;

/** The read-back of a symbol in a print bitmap. */
export interface ReadBack {
  readonly elementId: ElementId;
  readonly elementName: string;
  readonly symbology: Symbology;
  readonly expected: string;
  /** The decoded text; null when nothing was found. */
  readonly decoded: string | null;
  /** The readers that found the expected content; none for an exempt symbol. */
  readonly readers: readonly SymbolReader[];
  /** Whether it was read correctly with the required grade, or is exempt. */
  readonly ok: boolean;
  /**
   * A "decode + geometric grade", never an ISO grade. Null for a symbol that is mirrored on purpose: it can't be read
   * and is exempt; and for one of a document with unknown modules.
   */
  readonly grade: Grade | null;
  /** What lowers the grade, worst first. */
  readonly notes: readonly GradeNote[];
  /** Null when nothing could be measured. */
  readonly measures: SymbolMeasures | null;
  /** For a symbol on the page of a document; left out for one of the template. */
  readonly found?: FoundSymbol;
}

/** How a symbol of the view would read if it were printed now. */
export interface SymbolCheck extends ReadBack {
  /** The symbol itself on the label, in mm. */
  readonly bounds: Rect;
  /** Why it would not read correctly, whatever its grade. */
  readonly problem: Problem | null;
}

export interface LabelOutcome {
  /** The row of its record (see `DataRecord.row`). */
  readonly row: number;
  readonly verified: boolean;
  readonly symbols: readonly ReadBack[];
  /** Why it was rejected; empty when verified. */
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
}

declare const verifiedPage: unique symbol;

/** The pixel formats of a page: 1 bit, 8 bits of gray, or three times 8 bits of color. A label printer uses 1 bit. */
export const OUTPUT_COLOURS = ['bit', 'gray', 'rgb'] as const;
export type OutputColour = (typeof OUTPUT_COLOURS)[number];

/**
 * A page with every symbol read back from these very bits. Only the render worker makes one; the assistant's client
 * accepts nothing else.
 */
export interface VerifiedPage {
  readonly [verifiedPage]: true;
  /** A PNG in the run's colors with its resolution in pHYs. */
  readonly png: Uint8Array;
  /**
   * Lower-case hexadecimal SHA-256 of the page's PNG, by which the assistant's record knows the page, too. Pages with the
   * same dots have the same PNG.
   */
  readonly pngHash: string;
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly dpi: number;
  readonly colour: OutputColour;
  /** The labels on it, in cell order. */
  readonly labels: readonly LabelOutcome[];
}

/** Why a row will not be printed, as far as it is known before its label is painted. */
export interface RowCheck {
  /** Its place among the checked records. */
  readonly index: number;
  readonly row: number;
  /** At least one. */
  readonly problems: readonly ElementProblem[];
}

/** All findings about a row before it is printed. */
export interface RowPreflight {
  /** Its place among the checked records. */
  readonly index: number;
  readonly row: number;
  /** Why a run would reject it. */
  readonly problems: readonly ElementProblem[];
  /** Findings that don't prevent printing. Together with the problems there is at least one. */
  readonly warnings: readonly ElementProblem[];
}

/** The edges of a page that its printer cannot print on, in mm; 0 for none. Named `bare` in messages. */
export interface UnprintableEdges {
  readonly leftMm: Mm;
  readonly topMm: Mm;
  readonly rightMm: Mm;
  readonly bottomMm: Mm;
}

/** The handling of a label with text that is cut off at its edge or doesn't fit its table cell. */
export const TEXT_OVERFLOWS = ['refuse', 'allow'] as const;
export type TextOverflow = (typeof TEXT_OVERFLOWS)[number];

export interface RunSetup {
  readonly template: Template;
  /** Fonts in addition to those of the product; none when absent. */
  readonly fonts?: readonly AddedFont[];
  /** The pictures of rows by the names of their files; none when absent. */
  readonly pictures?: PictureSet;
  readonly dpi: number;
  /**
   * 1 bit when absent. In gray and in color, text and slanted lines are antialiased; symbols are read back from what a
   * printer would make of them, with half gray and darker as black.
   */
  readonly colour?: OutputColour;
  /** The least grade of every symbol; C when absent. F means that it only has to be readable. */
  readonly minGrade?: Grade;
  /** The printer's calibration; nothing is moved or scaled when absent. */
  readonly calibration?: Calibration;
  /** Whether labels with text that doesn't fit are printed with a warning; `refuse` when absent. */
  readonly overflow?: TextOverflow;
  /** The time that all labels of the run show; the moment of opening when left out. */
  readonly now?: LocalTime;
}

declare const runNumber: unique symbol;

/** An open run in the render worker, for paper or for a file. */
export type RunId = number & { readonly [runNumber]: true };

export interface RunOpened {
  readonly runId: RunId;
  readonly sheet: SheetGeometry;
}

/**
 * The handling of a sheet that is not full when its records end. `keep`: it waits for the records of the next call.
 * `print`: it becomes a page as it is. `discard`: its labels are on no page.
 */
export type IncompleteSheet = 'keep' | 'print' | 'discard';

export interface PrintStep {
  /** One for each given record, in order. */
  readonly labels: readonly LabelOutcome[];
  /** The full pages (or those output before they were full), in order. */
  readonly pages: readonly VerifiedPage[];
}

/** A label of a previewed sheet. */
export interface PreviewLabel extends LabelOutcome {
  /** The cell of the sheet; null for a rejected label, which takes none. */
  readonly cell: number | null;
}

/** One sheet for display. */
export interface PreviewPage {
  readonly png: Uint8Array;
  readonly pngHash: string;
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  /** One for each used record, in order. They are fewer than given when the sheet was full before. */
  readonly labels: readonly PreviewLabel[];
}

export interface ExportSetup extends RunSetup {
  /**
   * `pixels`: the packed pixels of a page, row by row; a piece per page. In one bit the most significant bit is leftmost,
   * and 1 = paper.
   */
  readonly format: ExportFormat | 'pixels';
}

export interface ExportedPage {
  /** Lower-case hexadecimal SHA-256 of the page's PNG, whatever the format is. */
  readonly pngHash: string;
  /** The number of labels on it: the next verified ones. */
  readonly labelCount: number;
}

export interface ExportStep {
  /** One for each given record, in order. Rejected ones are not in the file. */
  readonly labels: readonly LabelOutcome[];
  /** The full pages, and the last one. */
  readonly pages: readonly ExportedPage[];
  /** The next pieces of the file; or whole files, for a format with a file per page. Empty when there is no page. */
  readonly pieces: readonly Uint8Array[];
}

/** The editor's picture. Calls do nothing in a worker that only prints. */
export interface ViewApi {
  /** Replaces the template. */
  reset(revision: number, template: Template): Promise<null>;
  /** Applies a change; `gap` when the worker doesn't have `fromRevision`: send a reset. */
  change(fromRevision: number, toRevision: number, change: ViewChange): Promise<'applied' | 'gap'>;
  /** Sets the visible part; a frame follows. Calls between two frames are merged. */
  show(state: ViewState): Promise<null>;
  /**
   * Reads the symbols of the view like a print run, in painting order. Placeholders for missing values are left out.
   * Null when the view changed meanwhile: ask again. `render.unavailable` without a reader.
   */
  checkSymbols(): Promise<Result<readonly SymbolCheck[] | null>>;
}

/**
 * Pages for paper, and files made by the same rules: a label that can't be read back from its print bitmap is left out.
 * A run is opened for one or the other and identified by its number until it is closed. Calls of one run are handled
 * one after the other.
 */
export interface PagesApi {
  /** For `printRecords` and `previewPage`; `fetchPicture` is for pictures of rows at addresses. `render.labelTooLarge`, `render.unavailable` without a reader. */
  openRun(setup: RunSetup, fetchPicture?: FetchPicture): Promise<Result<RunOpened>>;
  /** For `exportRecords`; the same problems. */
  openExport(setup: ExportSetup, fetchPicture?: FetchPicture): Promise<Result<RunOpened>>;
  /**
   * Composes, paints and reads back labels. `firstCell`: the cell of the first label, if it begins a sheet; the cells
   * before are left empty. 0 when left out.
   */
  printRecords(
    run: RunId,
    records: readonly DataRecord[],
    incompleteSheet: IncompleteSheet,
    firstCell?: number,
  ): Promise<Result<PrintStep>>;
  /**
   * The sheet that a run would fill with these records, exact to the dot. Rejected labels take no cell. When none of
   * them can be printed, the first are shown in the cells as they are; such a sheet is never printed. `firstCell` as
   * above.
   */
  previewPage(run: RunId, records: readonly DataRecord[], firstCell?: number): Promise<Result<PreviewPage>>;
  /**
   * Finds rows that will not be printed, without painting: missing values, invalid codes, characters that no font has,
   * texts that don't fit. Only such rows are in the answer. Problems that only show in the finished bits, such as the
   * grade of a code, are found when the label is previewed or printed.
   */
  checkRecords(run: RunId, records: readonly DataRecord[]): Promise<Result<readonly RowCheck[]>>;
  /**
   * Paints each label like a run, reads its symbols back from those bits and outputs no page. In addition to a run's
   * problems it finds elements off the label or in the unprintable edges, ink over symbols, and empty
   * values. Only rows with findings are in the answer.
   */
  preflightRecords(
    run: RunId,
    records: readonly DataRecord[],
    bare?: UnprintableEdges,
  ): Promise<Result<readonly RowPreflight[]>>;
  /** Collects the values of bound texts in these records, which are neither composed nor checked. */
  observeRecords(run: RunId, records: readonly DataRecord[]): Promise<Result<null>>;
  /** The values of bound texts in the records that the run has checked or observed so far. */
  observedValues(run: RunId): Promise<Result<readonly ObservedText[]>>;
  /**
   * For each bound text of these, whether it fits with every value that it declares, or else of the observed characters
   * and lengths. Call it when all records are checked or observed.
   */
  proveFit(run: RunId, observed: readonly ObservedText[]): Promise<Result<readonly FitProof[]>>;
  /**
   * The sizes that these records and the earlier ones of the run need, for texts that have one size on all of its
   * labels. A run with these sizes is opened with `withRunSizes`.
   */
  sizeRecords(run: RunId, records: readonly DataRecord[]): Promise<Result<RunSizes>>;
  /** `last` ends the file. After a problem the export is over. `firstCell` as above. */
  exportRecords(
    run: RunId,
    records: readonly DataRecord[],
    last: boolean,
    firstCell?: number,
  ): Promise<Result<ExportStep>>;
  /** Ends pending work of the run. Closing a run that is not open is no problem. */
  closeRun(run: RunId): Promise<Result<null>>;
  /** The design with this record as a PNG of at most `maxSidePx`, for the template list. */
  thumbnail(template: Template, record: DataRecord, maxSidePx: number): Promise<Result<Uint8Array>>;
}

/** Analyzes files and symbols, without storing them. */
export interface InspectApi {
  /** Reads the header, and for a valid image within the limits its size in pixels. */
  inspectImage(bytes: Uint8Array): Promise<Result<Size & { readonly mime: ImageMime }>>;
  /** The crop that removes white and transparent edges. Problems: those of `inspectImage`, `image.corrupt`. */
  imageEdges(bytes: Uint8Array): Promise<Result<ImageCrop>>;
  /** The metadata of a font file. Problems: `font.tooLarge`, `font.unusable`. */
  inspectFont(bytes: Uint8Array): Promise<Result<FontDescription>>;
  /** The printed size of an element's symbol with this content at a resolution. */
  symbolSize(
    element: BarcodeElement | QrcodeElement,
    content: string,
    dpi: number,
    label: LabelSize,
  ): Promise<Result<ElementSymbolSize>>;
  /**
   * The bounds of each element on the label with this record, in mm, once all fonts are loaded; includes hidden ones.
   */
  elementBounds(template: Template, record: DataRecord): Promise<Result<ReadonlyMap<ElementId, Rect>>>;
}

/**
 * The API of the render worker. Expected failures are returned, not thrown, because comlink keeps only the message of
 * exceptions. Calls during the start wait for it. `Canvas` is the OffscreenCanvas, which has no name in a room without
 * DOM types.
 */
export interface RenderWorkerApi<Canvas> {
  /** Loads Skia and the first fonts, and sets the canvas and its surface; null for a worker that only prints. */
  start(canvas: Canvas | null, surface: ViewSurface, onFrame: (frame: Frame) => void): Promise<Result<null>>;
  /** Answers at once: the heartbeat. */
  ping(): Promise<number>;
  /** Replaces the added fonts, for the view and for runs opened from now on. */
  fonts(added: readonly AddedFont[]): Promise<null>;
  /** Replaces the pictures of rows for the view; null for none. Runs have their own (`RunSetup.pictures`). */
  pictures(set: PictureSet | null, fetchPicture?: FetchPicture): Promise<null>;
  readonly view: ViewApi;
  readonly pages: PagesApi;
  readonly inspect: InspectApi;
}

/** A problem of the whole label and not of one element. */
export function labelProblem(problem: Problem): ElementProblem {
  return { elementId: '' as ElementId, elementName: '', problem };
}
