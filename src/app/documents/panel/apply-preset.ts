import type { CropPreset } from '#services/storage/crop-presets.ts';
import { boxesOf, boxesOnPage, type PageBox } from '../boxes/box-edits.ts';
import { addedTurn, turnedBack, turnedRect } from '../boxes/turned.ts';
import { boxesAt, isSameSize, turnOf, withBoxes, type SessionDocument } from '../session/session-document.ts';

/** The boxes of a page under a name, in the coordinates of the unrotated page. */
export function presetOf(document: SessionDocument, page: number, name: string, signature: string): CropPreset | null {
  const size = document.info.pages[page]?.sizeMm;
  const boxes = boxesAt(document, page) ?? [];
  if (size === undefined || boxes.length === 0) return null;
  const turn = turnOf(document, page);
  return {
    name,
    page: size,
    signature,
    boxes: boxes.map((box) => ({ rect: turnedBack(box.rect, size, turn), turn: addedTurn(box.turn, turn) })),
  };
}

/** Applies the preset's boxes to all pages of its size, and to the current page in any case. */
export function withPreset(document: SessionDocument, page: number, preset: CropPreset): SessionDocument {
  const boxes = new Map<number, readonly PageBox[]>();
  for (const [index, { sizeMm }] of document.info.pages.entries()) {
    if (index !== page && !isSameSize(sizeMm, preset.page)) continue;
    const turn = turnOf(document, index);
    const onPage = boxesOnPage(boxesOf(preset.boxes), sizeMm);
    boxes.set(
      index,
      onPage.map((box) => ({ ...box, rect: turnedRect(box.rect, sizeMm, turn), turn: addedTurn(box.turn, -turn) })),
    );
  }
  return withBoxes({ ...document, way: 'custom' }, boxes);
}
