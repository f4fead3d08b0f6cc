import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DocumentInfo, DocumentKey } from '#model/document/document-file.ts';
import type { DocumentLabel } from '#model/document/document-plan.ts';
import type { TakenApart } from '#model/document/page-objects.ts';
import type { GreyPlane } from '#model/document/grey-plane.ts';
import type { SheetSplit } from '#model/document/split/sheet-split.ts';
import type { LabelDots } from '#model/page/label-dots.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';

/** A page, or a part of one, to look at. */
export interface PagePictureRequest {
  /** Counted from 0. */
  readonly page: number;
  /** In mm of the page as it is shown; the whole page for null. */
  readonly boxMm: Rect | null;
  /** Clockwise, after the box is cut out. */
  readonly rotation: Rotation;
  /** As in `PagePart`. */
  readonly leanDegrees?: number;
  /** Neither side has more pixels than this. */
  readonly maxSidePx: number;
}

/** A picture in colours, row by row without gaps, four bytes a pixel: red, green, blue, and 255. Fit for an `ImageData`. */
export interface ColourPicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** A page in grey at a low resolution, for finding what is on it. The pixel at (x, y) has its middle at ((x + 0.5) / perMm). */
export interface PagePlane extends GreyPlane {
  readonly perMm: number;
}

/**
 * The API of the document worker: one worker, several open documents. Expected failures are returned, not thrown. Whoever
 * asks names the document by its key, and gets `document.notOpen` when it is not open.
 */
export interface DocumentWorkerApi<File> {
  /**
   * Opens a document, or answers with the one that is open already. Problems: `document.empty`, `document.tooLarge` (bytes),
   * `document.unknownKind` {name}, `document.passwordNeeded`, `document.passwordWrong`, `document.encryption` (a way to
   * encrypt that nobody here knows), `document.damaged`, `document.tooManyPages` {count, most}, `image.…`.
   */
  open(file: File, fileName: string, password: string | null): Promise<Result<DocumentInfo>>;
  /** Problems: `document.noPage`, `document.pageTooLarge`, `document.damagedPage`. */
  picture(document: DocumentKey, request: PagePictureRequest): Promise<Result<ColourPicture>>;
  /** The same problems. At most so many dots to the mm, and fewer for a page so large that it would have too many. */
  plane(document: DocumentKey, page: number, perMm: number): Promise<Result<PagePlane>>;
  /** The labels of a carrier's sheet. The same problems. */
  split(document: DocumentKey, page: number): Promise<Result<SheetSplit>>;
  /** The box of what is on a page, in mm; null for a blank one. The same problems. */
  content(document: DocumentKey, page: number): Promise<Result<Rect | null>>;
  /** The label's picture in grey in the printer's dots. The same problems, and `document.labelTooLarge`. */
  label(label: DocumentLabel, dots: LabelDots): Promise<Result<RecordPicture>>;
  /**
   * The label in the objects that elements can be, and the rest of it as a picture. What stands in one of the boxes of
   * `keepMm`, in mm of the label, stays in the picture. The same problems.
   */
  takeApart(label: DocumentLabel, dots: LabelDots, keepMm: readonly Rect[]): Promise<Result<TakenApart>>;
  close(document: DocumentKey): Promise<null>;
}
