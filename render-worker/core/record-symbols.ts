import { problem, type Problem } from '#model/kernel/problem.ts';
import { eraseArea, type GreyPlane } from '#model/document/grey-plane.ts';
import type { DocumentLook } from '#model/document/document-look.ts';
import type { RecordPicture } from '#model/document/record-picture.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { remadeSymbol, type DotsPerMm } from '../compose/remade-symbol.ts';
import type { SymbolInPicture } from '#model/document/symbol-in-picture.ts';
import { verifyFound, type SymbolFinder } from './verify-found.ts';
import type { Verification } from './verify-label.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RunSetup } from '#protocol/render.ts';

/** The content of a record's picture, and its overlay. */
export interface PictureContent {
  readonly picture: GreyPlane;
  /** The symbols that are printed unchanged from the page. */
  readonly kept: readonly SymbolInPicture[];
  /** The elements of the regenerated ones. */
  readonly over: readonly LabelElement[];
  /** The ones that could not be regenerated. */
  readonly warnings: readonly Problem[];
}

/** Finds the symbols of a picture, and regenerates them where the settings say so. */
export function pictureContent(
  find: SymbolFinder,
  picture: RecordPicture,
  symbols: DocumentLook['symbols'],
  perMm: DotsPerMm,
): PictureContent {
  const found = find(picture);
  if (symbols === 'keep' || found.length === 0) return { picture, kept: found, over: [], warnings: [] };
  const kept: SymbolInPicture[] = [];
  const over: LabelElement[] = [];
  const warnings: Problem[] = [];
  const cleared = { ...picture, grey: picture.grey.slice() };
  for (const symbol of found) {
    const remade = remadeSymbol(symbol, over.length + 1, picture, perMm);
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

/**
 * The results of a label's symbols, `reading` being that of its elements: including those on the record's page, with
 * tolerated ones as warnings.
 */
export function verifyContent(
  { page, picture }: DataRecord,
  content: PictureContent | null,
  reading: Verification,
  { template, dpi }: Pick<RunSetup, 'template' | 'dpi'>,
  read: Parameters<typeof verifyFound>[1],
): Verification {
  if (page === undefined || picture === undefined || content === null) return reading;
  const [element] = template.elements;
  const who = { elementId: element?.id ?? ('' as ElementId), elementName: element?.name ?? '' };
  const found = verifyFound(content.kept, read, who, picture, dpi);
  const problems = [...reading.problems, ...found.problems];
  const warnings = content.warnings.map((problem) => ({ ...who, problem }));
  const isAllowed = page.look.unread === 'allow';
  return {
    symbols: [...reading.symbols, ...found.symbols],
    problems: isAllowed ? [] : problems,
    warnings: [...reading.warnings, ...(isAllowed ? problems : []), ...warnings],
  };
}
