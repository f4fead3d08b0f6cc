import type { Branded } from '#model/kernel/ids.ts';
import type { Rotation, Size } from '#model/kernel/geometry.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';

/** Names a document by its content: `sha256:` and the lower-case hexadecimal hash of its bytes. */
export type DocumentKey = Branded<'DocumentKey'>;

/** What a document is, found by its bytes and not by its name. */
export const DOCUMENT_KINDS = ['pdf', 'jpeg', 'png', 'text'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** One page as it is shown: upright, its own `/Rotate` or Exif orientation applied. */
export interface PageInfo {
  readonly sizeMm: Size;
  /** For a picture of a fixed number of pixels, its resolution; null for pages of shapes and text. */
  readonly dpi: number | null;
  /** Why this page cannot be shown or printed, such as `document.pageTooLarge`; left out for a sound one. */
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
  /** In mm from the top left of the page as it is shown; the whole page for null. It may reach beyond the page. */
  readonly boxMm: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  /** By how much the box is turned clockwise on its label. */
  readonly rotation: Rotation;
  /**
   * By how much the page leans clockwise, as scans do: it is turned straight about its middle before the box is cut out. Straight
   * when left out.
   */
  readonly leanDegrees?: number;
}

/** What is opened and made at most. */
interface DocumentLimits {
  readonly mostBytes: number;
  readonly mostPages: number;
  /** A side of a page: PDF's own limit of 200 inches. */
  readonly mostSideMm: number;
  /** Dots of one label or of one picture of a page: 8 bits each. */
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

/** What is wrong with a picture file of that many pixels; null for one that can be opened. */
export function pictureSizeProblem(pixels: number): Problem | null {
  const { mostPixels } = DOCUMENT_LIMITS;
  return pixels > mostPixels ? problem('document.pictureTooLarge', { most: Math.floor(mostPixels / 1e6) }) : null;
}
