import { problem, type Problem } from '#model/kernel/problem.ts';
import { eraseArea, type GreyPlane } from '#model/document/grey-plane.ts';
import type { DocumentLook } from '#model/document/document-look.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { remadeSymbol } from '../compose/remade-symbol.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import type { Zxing } from '../read-back/zxing.ts';
import { symbolsOf } from './verify-found.ts';

/** What a record's picture shows, and what is laid over it. */
export interface PictureContent {
  readonly picture: GreyPlane;
  /** The symbols that are printed as the page has them. */
  readonly kept: readonly SymbolInPicture[];
  /** The elements of those that are made anew. */
  readonly over: readonly LabelElement[];
  /** Which ones could not be. */
  readonly warnings: readonly Problem[];
}

/** Looks for the symbols of a picture, and makes them anew where the look says so. */
export function pictureContent(
  zxing: Zxing,
  picture: RecordPicture,
  symbols: DocumentLook['symbols'],
  dpi: number,
): PictureContent {
  const found = symbolsOf(zxing, picture);
  if (symbols === 'keep' || found.length === 0) return { picture, kept: found, over: [], warnings: [] };
  const kept: SymbolInPicture[] = [];
  const over: LabelElement[] = [];
  const warnings: Problem[] = [];
  const cleared = { ...picture, grey: picture.grey.slice() };
  for (const symbol of found) {
    const remade = remadeSymbol(symbol, over.length + 1, dpi);
    if (remade === null) {
      kept.push(symbol);
      warnings.push(problem('document.codeKept', { content: symbol.text }));
      continue;
    }
    over.push(remade.element);
    eraseArea(cleared, remade.covers);
  }
  return { picture: cleared, kept, over, warnings };
}
