import { mmToDots, type Mm } from '#model/kernel/units.ts';
import type { MediaLimits, PrinterState } from '#protocol/assistant.ts';
import type { UnprintableEdges } from '#protocol/render.ts';
import { findAttribute, IPP_TAG, numbersOf, stringsOf, type IppMessage, type IppValue } from '../ipp/ipp-message.ts';
import { RASTER_TYPES, type RasterType } from '#printing/languages/pwg-raster.ts';

/** A printer's reported capabilities (Get-Printer-Attributes), as far as they matter here. */
export interface IppCapabilities {
  /** The format in which pages are sent; null when the printer takes neither PWG raster nor PNG. */
  readonly format: 'image/pwg-raster' | 'image/png' | null;
  readonly rasterType: RasterType | null;
  readonly dpis: readonly number[];
  /** Resolutions that may be requested by attribute. A raster has its own in its header. */
  readonly requestDpis: readonly number[];
  readonly media: readonly MediaLimits[];
  readonly state: PrinterState;
  /** Whether a job attribute may be sent. */
  readonly supports: (jobAttribute: string) => boolean;
  readonly zeroMargins: boolean;
  /**
   * The unprintable margin at each edge of a page, at least; null where it prints to the edge or does not report it.
   */
  readonly bare: UnprintableEdges | null;
  readonly maxCopies: number;
  /** A CUPS queue prints a raster once, for any requested number of copies. */
  readonly isCups: boolean;
}

const HUNDREDTHS_PER_MM = 100;
const CM_PER_INCH = 2.54;

export function readCapabilities(message: IppMessage): IppCapabilities {
  const get = (name: string): readonly IppValue[] => findAttribute(message, IPP_TAG.printerAttributes, name);
  const formats = stringsOf(get('document-format-supported'));
  const types = stringsOf(get('pwg-raster-document-type-supported'));
  const rasterType = RASTER_TYPES.find((type) => types.includes(type)) ?? null;
  const isCups = get('cups-version').length > 0;
  const format = pickFormat(formats, rasterType);
  const requestDpis = readResolutions(get('printer-resolution-supported'));
  const rasterDpis = readResolutions(get('pwg-raster-document-resolution-supported'));
  const listed = stringsOf(get('job-creation-attributes-supported'));
  return {
    format,
    rasterType,
    dpis: format === 'image/pwg-raster' && rasterDpis.length > 0 ? rasterDpis : requestDpis,
    requestDpis,
    media: readMedia(get),
    state: readState(numbersOf(get('printer-state'))[0]),
    // The list is often incomplete, and older printers have none.
    supports: (name) => listed.includes(name) || get(`${name}-supported`).length > 0,
    zeroMargins: ['top', 'bottom', 'left', 'right'].every((side) =>
      numbersOf(get(`media-${side}-margin-supported`)).includes(0),
    ),
    bare: readUnprintableEdges(get),
    maxCopies: Math.max(1, ...get('copies-supported').flatMap((value) => (value.type === 'range' ? [value.to] : []))),
    isCups,
  };
}

/** PWG 5100.13: the supported margins of each edge, in hundredths of a millimeter. */
function readUnprintableEdges(get: (name: string) => readonly IppValue[]): UnprintableEdges | null {
  const least = (side: string): Mm => {
    const margins = numbersOf(get(`media-${side}-margin-supported`)).filter((margin) => margin >= 0);
    return margins.length === 0 ? 0 : Math.min(...margins) / HUNDREDTHS_PER_MM;
  };
  const bare = { leftMm: least('left'), topMm: least('top'), rightMm: least('right'), bottomMm: least('bottom') };
  return Object.values(bare).some((mm) => mm > 0) ? bare : null;
}

function pickFormat(formats: readonly string[], rasterType: RasterType | null): IppCapabilities['format'] {
  if (formats.includes('image/pwg-raster') && rasterType !== null) return 'image/pwg-raster';
  return formats.includes('image/png') ? 'image/png' : null;
}

function readResolutions(values: readonly IppValue[]): number[] {
  const dpis = values.flatMap((value) => {
    if (value.type !== 'resolution' || value.x !== value.y) return [];
    return [value.unit === 3 ? value.x : Math.round(value.x * CM_PER_INCH)];
  });
  return [...new Set(dpis)].sort((a, b) => a - b);
}

function readState(state: number | undefined): PrinterState {
  if (state === 4) return 'processing';
  return state === 5 ? 'stopped' : 'idle';
}

/** Sizes from `media-size-supported`, whose dimensions are numbers or ranges; else from the media names. */
function readMedia(get: (name: string) => readonly IppValue[]): MediaLimits[] {
  const sizes = get('media-size-supported').flatMap((value) => {
    if (value.type !== 'collection') return [];
    const x = readDimension(value.members.get('x-dimension')?.[0]);
    const y = readDimension(value.members.get('y-dimension')?.[0]);
    return x === null || y === null ? [] : [limits(x, y)];
  });
  return sizes.length > 0 ? sizes : readMediaNames(stringsOf(get('media-supported')));
}

function limits(x: readonly [number, number], y: readonly [number, number]): MediaLimits {
  return { minWidthMm: x[0], maxWidthMm: x[1], minHeightMm: y[0], maxHeightMm: y[1] };
}

function readDimension(value: IppValue | undefined): readonly [number, number] | null {
  if (value?.type === 'range') return [value.from / HUNDREDTHS_PER_MM, value.to / HUNDREDTHS_PER_MM];
  if (value?.type !== 'integer') return null;
  return [value.value / HUNDREDTHS_PER_MM, value.value / HUNDREDTHS_PER_MM];
}

/** PWG 5101.1: `class_name_WxHunit`; `custom_min_…` and `custom_max_…` bound a range. */
function readMediaNames(names: readonly string[]): MediaLimits[] {
  const sizes = names.flatMap((name) => {
    const match = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/.exec(name);
    if (match === null) return [];
    const scale = match[3] === 'in' ? 25.4 : 1;
    return [{ name, widthMm: Number(match[1]) * scale, heightMm: Number(match[2]) * scale }];
  });
  const min = sizes.find((size) => /^custom_min(_|-)/.test(size.name));
  const max = sizes.find((size) => /^custom_max(_|-)/.test(size.name));
  const single = sizes
    .filter((size) => size !== min && size !== max)
    .map((size) => limits([size.widthMm, size.widthMm], [size.heightMm, size.heightMm]));
  if (min === undefined || max === undefined) return single;
  return [...single, limits([min.widthMm, max.widthMm], [min.heightMm, max.heightMm])];
}

/**
 * Sizes are whole hundredths of a millimeter in the protocol; half a millimeter is the same media (PWG 5101.1, clause
 * 5).
 */
const SAME_MEDIA_MM = 0.5;

/** The size to request, in hundredths of a millimeter; null when no media of the printer has this size. */
export function fitMedia(
  media: readonly MediaLimits[],
  widthMm: Mm,
  heightMm: Mm,
): { readonly x: number; readonly y: number } | null {
  const exact = { x: Math.round(widthMm * HUNDREDTHS_PER_MM), y: Math.round(heightMm * HUNDREDTHS_PER_MM) };
  if (media.length === 0) return exact;
  const inRange = media.some(
    (size) =>
      between(exact.x, size.minWidthMm, size.maxWidthMm) && between(exact.y, size.minHeightMm, size.maxHeightMm),
  );
  if (inRange) return exact;
  const near = media.find(
    (size) =>
      size.minWidthMm === size.maxWidthMm &&
      size.minHeightMm === size.maxHeightMm &&
      Math.abs(size.minWidthMm - widthMm) <= SAME_MEDIA_MM &&
      Math.abs(size.minHeightMm - heightMm) <= SAME_MEDIA_MM,
  );
  if (near === undefined) return null;
  return { x: Math.round(near.minWidthMm * HUNDREDTHS_PER_MM), y: Math.round(near.minHeightMm * HUNDREDTHS_PER_MM) };
}

function between(hundredths: number, minMm: Mm, maxMm: Mm): boolean {
  return hundredths >= Math.round(minMm * HUNDREDTHS_PER_MM) && hundredths <= Math.round(maxMm * HUNDREDTHS_PER_MM);
}

/** True when a bitmap has the size of a page at a resolution, to within a millimeter of rounded cells. */
export function fillsPage(sideDots: number, sideMm: Mm, dpi: number): boolean {
  return Math.abs(sideDots - mmToDots(sideMm, dpi)) <= Math.max(1, mmToDots(1, dpi));
}
