import type { ElementId } from '#model/kernel/ids.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { type Problem, problem } from '#model/kernel/problem.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';
import { gradeMeasures } from '#model/symbology/read/measures.ts';
import type { ElementProblem } from '#model/page/display-list.ts';
import type { ReadBack } from '#protocol/render.ts';
import type { SymbolInPicture, FoundSymbol } from '#model/document/symbol-in-picture.ts';
import { findSymbols } from '../read-back/find-symbols.ts';
import type { Zxing, ZxingFind } from '../read-back/zxing.ts';
import type { Verification } from './verify-label.ts';

/**
 * Number of pictures with cached symbols: the copies of a document follow each other, and finding symbols takes
 * longest.
 */
const MOST_REMEMBERED = 512;

/** The symbols of a picture in the dots of its label. */
export type SymbolFinder = (picture: RecordPicture) => readonly SymbolInPicture[];

export function createSymbolFinder(zxing: Zxing): SymbolFinder {
  const known = new Map<string, readonly SymbolInPicture[]>();
  return (picture) => {
    let symbols = known.get(picture.key);
    if (symbols === undefined) {
      symbols = symbolsOf(zxing, picture);
      const [oldest] = known.keys();
      if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
      known.set(picture.key, symbols);
    }
    return symbols;
  };
}

/** Searched in the finest resolution of the picture. */
function symbolsOf(zxing: Zxing, picture: RecordPicture): readonly SymbolInPicture[] {
  const plane = picture.fine ?? picture;
  const [across, along] = [picture.width / plane.width, picture.height / plane.height];
  return findSymbols(zxing, plane).map((symbol) => ({
    ...symbol,
    bounds: scaled(symbol.bounds, across, along),
    module: symbol.module === null ? null : symbol.module * across,
  }));
}

function scaled({ x, y, width, height }: Rect, across: number, along: number): Rect {
  return { x: x * across, y: y * along, width: width * across, height: height * along };
}

/** Maximum deviation of a module from whole dots. */
const UNEVEN = 0.04;

/** Compares the printed symbol with the one of the page, for a report. */
export function verifyFound(
  symbols: readonly SymbolInPicture[],
  read: (symbol: SymbolInPicture) => ZxingFind | null,
  who: { readonly elementId: ElementId; readonly elementName: string },
  { scale }: RecordPicture,
  dpi: number,
): Verification {
  const readings: ReadBack[] = [];
  const found: ElementProblem[] = [];
  for (const symbol of symbols) {
    const find = read(symbol);
    const isRead = find?.text === symbol.text;
    const why = isRead ? [] : problemsOf(symbol, find, scale);
    for (const one of why) found.push({ ...who, problem: one });
    readings.push({
      ...who,
      symbology: symbol.symbology,
      expected: symbol.text,
      decoded: find?.text ?? null,
      readers: isRead ? ['zxing'] : [],
      ok: isRead,
      ...(isRead ? gradeOf(symbol, find, dpi) : { grade: 'F', notes: [], measures: null }),
      found: foundSymbol(symbol, scale, isRead, dpi),
    });
  }
  return { symbols: readings, problems: found, warnings: [] };
}

function problemsOf({ text: content, module }: SymbolInPicture, find: ZxingFind | null, scale: number): Problem[] {
  const why =
    find === null
      ? problem('document.codeUnread', { content })
      : problem('document.codeMisread', { content, decoded: find.text });
  if (module === null) return [why];
  const size = { content, dots: module.toFixed(2), next: percent(wholeScale(module, scale)) };
  if (isFull(scale)) return [why, problem('document.codeTooFine', size)];
  return [why, problem('document.codeScaled', { ...size, percent: percent(scale) })];
}

/** The next larger scale at which a module is whole dots. */
function wholeScale(module: number, scale: number): number {
  return (scale * Math.ceil(module + UNEVEN)) / module;
}

/** A label is whole dots, so that a page that fits it rarely has its exact size. */
function isFull(scale: number): boolean {
  return Math.abs(scale - 1) < 0.005;
}

function percent(scale: number): number {
  return Math.round(scale * 1000) / 10;
}

function foundSymbol(symbol: SymbolInPicture, scale: number, isRead: boolean, dpi: number): FoundSymbol {
  const { symbology, text: content, bounds, rotation, module } = symbol;
  const next = module === null ? [] : [wholeScale(module, scale)];
  const offers = isRead ? [] : isFull(scale) ? next : [1, ...next];
  return { symbology, content, boundsMm: inMm(bounds, dpi), rotation, moduleDots: module, offers };
}

function inMm({ x, y, width, height }: Rect, dpi: number): Rect {
  return { x: dotsToMm(x, dpi), y: dotsToMm(y, dpi), width: dotsToMm(width, dpi), height: dotsToMm(height, dpi) };
}

/**
 * The grade of what was measured: size of modules and bars, and unused error correction. Nobody knows which dots were meant,
 * so that the widths of bars and the quiet zone are not measured. None where the module is not known.
 */
function gradeOf(
  { symbology, bounds, rotation, module }: SymbolInPicture,
  { extra }: ZxingFind,
  dpi: number,
): Pick<ReadBack, 'grade' | 'notes' | 'measures'> {
  if (module === null) return { grade: null, notes: [], measures: null };
  const turned = rotation === 90 || rotation === 270;
  const unused = /"UEC":([\d.]+)/.exec(extra)?.[1];
  const measures = {
    decodability: null,
    quietZone: null,
    moduleMm: dotsToMm(module, dpi),
    widthMm: dotsToMm(turned ? bounds.height : bounds.width, dpi),
    heightMm: dotsToMm(turned ? bounds.width : bounds.height, dpi),
    ratio: null,
    unusedErrorCorrection: unused === undefined ? null : Number(unused),
  };
  return { ...gradeMeasures(symbology, measures), measures };
}
