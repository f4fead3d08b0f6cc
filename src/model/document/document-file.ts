import type { Branded } from '#model/kernel/ids.ts';
import type { Rotation, Size } from '#model/kernel/geometry.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';

/** Identifies a document by its content: `sha256:` and the lower-case hexadecimal hash of its bytes. */
export type DocumentKey = Branded<'DocumentKey'>;

/** The kind of a document, detected from its bytes and not its name. */
export const DOCUMENT_KINDS = ['pdf', 'jpeg', 'png', 'text'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** One page as shown: upright, with its `/Rotate` or Exif orientation applied. */
export interface PageInfo {
  readonly sizeMm: Size;
  /** The resolution of a picture with a fixed number of pixels; null for pages of shapes and text. */
  readonly dpi: number | null;
  /** Why this page can't be shown or printed, such as `document.pageTooLarge`; left out for a valid one. */
  readonly problem?: Problem;
}

export interface DocumentInfo {
  readonly document: DocumentKey;
  readonly kind: DocumentKind;
  readonly fileName: string;
  readonly pages: readonly PageInfo[];
}

/** A part of a page that becomes a label. */
export interface PagePart {
  readonly document: DocumentKey;
  /** Counted from 0. */
  readonly page: number;
  /** In mm from the top left of the page as shown; null for the whole page. It may extend beyond the page. */
  readonly boxMm: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  /** Clockwise rotation of the box on its label. */
  readonly rotation: Rotation;
  /**
   * Skew angle of the page, in degrees clockwise, as in scans: the page is straightened about its middle before the box
   * is cut out. Straight when left out.
   */
  readonly leanDegrees?: number;
}

/** Limits for opening and rendering. */
interface DocumentLimits {
  readonly mostBytes: number;
  readonly mostPages: number;
  /** A side of a page: PDF's own limit of 200 inches. */
  readonly mostSideMm: number;
  /** Dots of one label or of one page picture: 8 bits each. */
  readonly mostDots: number;
  /** Pixels of a picture file. */
  readonly mostPixels: number;
  readonly mostCharacters: number;
}

const MEGA = 1024 * 1024;

export const DOCUMENT_LIMITS: DocumentLimits = {
  mostBytes: 256 * MEGA,
  mostPages: 5_000,
  mostSideMm: 5_080,
  mostDots: 96 * MEGA,
  mostPixels: 96 * MEGA,
  mostCharacters: 8 * MEGA,
};

/** The problem with a picture file of that many pixels; null for one that can be opened. */
export function pictureSizeProblem(pixels: number): Problem | null {
  const { mostPixels } = DOCUMENT_LIMITS;
  return pixels > mostPixels ? problem('document.pictureTooLarge', { most: Math.floor(mostPixels / 1e6) }) : null;
}
