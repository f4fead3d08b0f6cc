import type { Rect, Rotation } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DocumentInfo, DocumentKey } from '#model/document/document-file.ts';
import type { DocumentLabel } from '#model/document/document-plan.ts';
import type { TakenApart } from '#model/document/page-objects.ts';
import type { GreyPlane } from '#model/document/grey-plane.ts';
import type { SheetSplit } from '#model/document/split/sheet-split.ts';
import type { LabelDots } from '#model/page/label-dots.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';

/** A page, or a part of one, to display. */
export interface PagePictureRequest {
  /** Counted from 0. */
  readonly page: number;
  /** In mm of the page as shown; null for the whole page. */
  readonly boxMm: Rect | null;
  /** Clockwise, after the box is cut out. */
  readonly rotation: Rotation;
  /** As in `PagePart`. */
  readonly leanDegrees?: number;
  /** The most pixels of either side. */
  readonly maxSidePx: number;
}

/**
 * A color picture, row by row without gaps, four bytes per pixel: red, green, blue, and 255. Suitable for an
 * `ImageData`.
 */
export interface ColourPicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/**
 * A page in gray at a low resolution, for analyzing its content. The pixel at (x, y) has its middle at ((x + 0.5) /
 * perMm).
 */
export interface PagePlane extends GreyPlane {
  readonly perMm: number;
}

/**
 * The API of the document worker: one worker, several open documents. Expected failures are returned, not thrown. Calls
 * name the document by its key; `document.notOpen` when it is not open.
 */
export interface DocumentWorkerApi<File> {
  /**
   * Opens a document, or returns the one that is open already. Problems: `document.empty`, `document.tooLarge` (bytes),
   * `document.unknownKind` {name}, `document.passwordNeeded`, `document.passwordWrong`, `document.encryption`
   * (unsupported encryption), `document.damaged`, `document.tooManyPages` {count, most}, `image.…`.
   */
  open(file: File, fileName: string, password: string | null): Promise<Result<DocumentInfo>>;
  /** Problems: `document.noPage`, `document.pageTooLarge`, `document.damagedPage`. */
  picture(document: DocumentKey, request: PagePictureRequest): Promise<Result<ColourPicture>>;
  /** The same problems. At most this many dots per mm, and fewer for a page so large that it would have too many. */
  plane(document: DocumentKey, page: number, perMm: number): Promise<Result<PagePlane>>;
  /** The labels of a carrier's sheet. The same problems. */
  split(document: DocumentKey, page: number): Promise<Result<SheetSplit>>;
  /** The bounds of a page's content, in mm; null for a blank one. The same problems. */
  content(document: DocumentKey, page: number): Promise<Result<Rect | null>>;
  /** The label's picture in gray in the printer's dots. The same problems, and `document.labelTooLarge`. */
  label(label: DocumentLabel, dots: LabelDots): Promise<Result<RecordPicture>>;
  /**
   * The label as objects for elements, and the rest of it as a picture. Content in one of the boxes of `keepMm`, in mm
   * of the label, stays in the picture. The same problems.
   */
  takeApart(label: DocumentLabel, dots: LabelDots, keepMm: readonly Rect[]): Promise<Result<TakenApart>>;
  close(document: DocumentKey): Promise<null>;
}
