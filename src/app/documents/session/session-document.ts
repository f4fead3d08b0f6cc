import { rotatedSize, unionRects, type Rect, type Rotation, type Size } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DocumentInfo, PagePart } from '#model/document/document-file.ts';
import { parsePageRange } from '#model/document/page-range.ts';
import { boxesOf, boxesOnPage, type PageBox } from '../boxes/box-edits.ts';
import { changed, pastOf, redone, replaced, undone, type Past } from '../boxes/box-history.ts';
import { addedTurn, turnedBack, turnedRect } from '../boxes/turned.ts';

/** The four ways to make labels of pages (specification 2, section 2). */
export const WAYS = ['direct', 'auto', 'split', 'custom'] as const;
export type Way = (typeof WAYS)[number];
/** The ways with boxes on the page. */
export type BoxWay = Exclude<Way, 'direct'>;

/** The boxes of each searched page; empty for a blank page. */
export type PageBoxes = ReadonlyMap<number, readonly PageBox[]>;

/** Boxes that a finder found on a page, in millimeters of the unrotated page. */
export interface FoundBoxes {
  readonly boxes: readonly { readonly rect: Rect; readonly turn: Rotation }[];
  /** Skew of the page, in degrees clockwise; the boxes are on the straightened page. */
  readonly leanDegrees: number;
  /** Whether it is only a guess. */
  readonly isGuess: boolean;
}

/** A document of the session, with all its settings. */
export interface SessionDocument {
  /** The same file may be open twice. */
  readonly id: number;
  readonly info: DocumentInfo;
  readonly way: Way;
  /** As typed by the user. */
  readonly range: string;
  /** The user's rotation of pages. */
  readonly turns: ReadonlyMap<number, Rotation>;
  readonly boxes: Readonly<Record<BoxWay, Past<PageBoxes>>>;
  /** Skew of scanned pages, found by a split. */
  readonly leans: ReadonlyMap<number, number>;
  /** Boxes of uncertain splits, by page, until the user confirms them. */
  readonly guesses: PageBoxes;
  /** One crop for all pages: as large as their largest content. */
  readonly isOneCrop: boolean;
}

const NO_BOXES: PageBoxes = new Map();

export function createSessionDocument(id: number, info: DocumentInfo, way: Way): SessionDocument {
  return {
    id,
    info,
    way,
    range: '',
    turns: new Map(),
    boxes: { auto: pastOf(NO_BOXES), split: pastOf(NO_BOXES), custom: pastOf(NO_BOXES) },
    leans: new Map(),
    guesses: NO_BOXES,
    isOneCrop: false,
  };
}

export function pagesOf({ range, info }: SessionDocument): Result<readonly number[]> {
  return parsePageRange(range, info.pages.length);
}

export function turnOf({ turns }: SessionDocument, page: number): Rotation {
  return turns.get(page) ?? 0;
}

/** The straightening of a skewed page; only split pages are straightened. */
export function leanOf({ way, leans }: SessionDocument, page: number): { readonly leanDegrees?: number } {
  const leanDegrees = way === 'split' ? leans.get(page) : undefined;
  return leanDegrees === undefined ? {} : { leanDegrees };
}

/** The page's size as shown, after rotation. */
export function shownSize(document: SessionDocument, page: number): Size {
  return rotatedSize(document.info.pages[page]?.sizeMm ?? { width: 1, height: 1 }, turnOf(document, page));
}

/** The boxes of a page; null before the search. */
export function boxesAt(document: SessionDocument, page: number): readonly PageBox[] | null {
  const { way } = document;
  if (way === 'direct') return null;
  const own = document.boxes[way].now.get(page) ?? (way === 'custom' ? [] : null);
  if (way !== 'auto' || !document.isOneCrop || own === null || own.length === 0) return own;
  const common = commonCrop(document);
  return common === null ? own : boxesOnPage(boxesOf([{ rect: common, turn: 0 }]), shownSize(document, page));
}

/** The box around the content of all printed pages. */
function commonCrop(document: SessionDocument): Rect | null {
  const pages = pagesOf(document);
  const chosen = pages.ok ? pages.value : [];
  const size = shownSize(document, chosen[0] ?? 0);
  return unionRects(
    chosen
      // Pages of another size have their own crop.
      .filter((page) => isSameSize(shownSize(document, page), size))
      .flatMap((page) => document.boxes.auto.now.get(page) ?? [])
      .map(({ rect }) => rect),
  );
}

export function isSameSize(a: Size, b: Size): boolean {
  return Math.abs(a.width - b.width) < 1 && Math.abs(a.height - b.height) < 1;
}

/** Applies the user's change of boxes on some pages as one undo step. */
export function withBoxes(document: SessionDocument, boxes: PageBoxes): SessionDocument {
  const { way } = document;
  if (way === 'direct') return document;
  const past = document.boxes[way];
  // A change of a common crop applies to all pages.
  const all = way === 'auto' && document.isOneCrop ? onAllPages(document, boxes) : boxes;
  return {
    ...document,
    boxes: { ...document.boxes, [way]: changed(past, new Map([...past.now, ...all])) },
  };
}

function onAllPages(document: SessionDocument, boxes: PageBoxes): PageBoxes {
  const [first] = boxes.values();
  return new Map([...document.boxes.auto.now].map(([page, own]) => [page, own.length === 0 ? own : (first ?? own)]));
}

/** Adds boxes found on a page; without an undo step, and never in place of the user's boxes. */
export function withFound(document: SessionDocument, way: BoxWay, page: number, found: FoundBoxes): SessionDocument {
  const past = document.boxes[way];
  if (past.now.has(page)) return document;
  const turn = turnOf(document, page);
  const size = document.info.pages[page]?.sizeMm ?? { width: 1, height: 1 };
  const boxes = boxesOf(
    found.boxes.map((box) => ({ rect: turnedRect(box.rect, size, turn), turn: addedTurn(box.turn, -turn) })),
  );
  return {
    ...document,
    leans: found.leanDegrees === 0 ? document.leans : new Map([...document.leans, [page, found.leanDegrees]]),
    guesses: found.isGuess ? new Map([...document.guesses, [page, boxes]]) : document.guesses,
    boxes: { ...document.boxes, [way]: replaced(past, new Map([...past.now, [page, boxes]])) },
  };
}

/** Removes the boxes of a page, so that they are searched again. */
export function withoutBoxesOf(document: SessionDocument, page: number): SessionDocument {
  const { way } = document;
  if (way === 'direct') return document;
  const next = new Map(document.boxes[way].now);
  next.delete(page);
  return { ...document, boxes: { ...document.boxes, [way]: changed(document.boxes[way], next) } };
}

/** Copies the boxes of one page to all printed pages of its size. */
export function copiedToAll(document: SessionDocument, page: number): SessionDocument {
  const boxes = boxesAt(document, page) ?? [];
  const size = shownSize(document, page);
  const pages = document.info.pages.map((_, i) => i).filter((i) => isSameSize(shownSize(document, i), size));
  return withBoxes(document, new Map(pages.map((one) => [one, boxes])));
}

export function undoneBoxes(document: SessionDocument, step: 'undo' | 'redo'): SessionDocument {
  const { way } = document;
  if (way === 'direct') return document;
  const past = document.boxes[way];
  return { ...document, boxes: { ...document.boxes, [way]: step === 'undo' ? undone(past) : redone(past) } };
}

/** Turns pages by quarters, with their boxes. Earlier box steps can't be undone afterwards. */
export function turnedPages(document: SessionDocument, pages: readonly number[], by: Rotation): SessionDocument {
  const turned = new Set(pages);
  const turns = new Map(document.turns);
  for (const page of turned) turns.set(page, addedTurn(turnOf(document, page), by));
  const turnBoxes = (now: PageBoxes): PageBoxes =>
    new Map(
      [...now].map(([page, boxes]) => [
        page,
        turned.has(page)
          ? boxes.map((box) => ({ ...box, rect: turnedRect(box.rect, shownSize(document, page), by) }))
          : boxes,
      ]),
    );
  const { auto, split, custom } = document.boxes;
  const boxes = {
    auto: pastOf(turnBoxes(auto.now)),
    split: pastOf(turnBoxes(split.now)),
    custom: pastOf(turnBoxes(custom.now)),
  };
  const unsure = [...document.guesses.keys()].filter((page) => isGuess(document, page));
  return {
    ...document,
    turns,
    boxes,
    guesses: new Map(unsure.map((page) => [page, boxes.split.now.get(page) ?? []])),
  };
}

function isGuess({ boxes, guesses }: SessionDocument, page: number): boolean {
  const guess = guesses.get(page);
  // Boxes that the user has changed are no guess.
  return guess !== undefined && boxes.split.now.get(page) === guess;
}

/** The pages of the range with a guessed split: the user has to confirm them before printing. */
export function unconfirmedPages(document: SessionDocument): readonly number[] {
  const pages = pagesOf(document);
  if (document.way !== 'split' || !pages.ok) return [];
  return [...new Set(pages.value)].filter((page) => isGuess(document, page));
}

/** Confirms the boxes of a page as its labels. */
export function withConfirmedBoxes(document: SessionDocument, page: number): SessionDocument {
  return { ...document, guesses: without(document.guesses, page) };
}

/** Confirms the boxes of all unconfirmed pages. */
export function withAllBoxesConfirmed(document: SessionDocument): SessionDocument {
  return unconfirmedPages(document).reduce(withConfirmedBoxes, document);
}

/** Makes the whole page one label; an undo step. */
export function withWholePage(document: SessionDocument, page: number): SessionDocument {
  const rect = { x: 0, y: 0, ...shownSize(document, page) };
  return withBoxes(document, new Map([[page, boxesOf([{ rect, turn: 0 }])]]));
}

/** A label from a document, and its origin. */
export interface DocumentLabel {
  readonly documentId: number;
  readonly page: number;
  /** Null for a whole page. */
  readonly box: PageBox | null;
  readonly part: PagePart;
  /** The size of the upright part on its label, in millimeters. */
  readonly size: Size;
}

/** The labels of the searched pages, in order, and the pages of the range that have not been searched. */
export function labelsOf(document: SessionDocument): {
  readonly labels: readonly DocumentLabel[];
  readonly unknown: readonly number[];
} {
  const pages = pagesOf(document);
  if (!pages.ok) return { labels: [], unknown: [] };
  const labels: DocumentLabel[] = [];
  const unknown = new Set<number>();
  for (const page of pages.value) {
    if (document.way === 'direct') labels.push(labelOf(document, page, null));
    else {
      const boxes = boxesAt(document, page);
      if (boxes === null) unknown.add(page);
      else labels.push(...boxes.map((box) => labelOf(document, page, box)));
    }
  }
  return { labels, unknown: [...unknown] };
}

function labelOf(document: SessionDocument, page: number, box: PageBox | null): DocumentLabel {
  const turn = turnOf(document, page);
  const size = document.info.pages[page]?.sizeMm ?? { width: 1, height: 1 };
  const rotation = addedTurn(turn, box?.turn ?? 0);
  const boxMm = box === null ? null : turnedBack(box.rect, size, turn);
  return {
    documentId: document.id,
    page,
    box,
    part: { document: document.info.document, page, boxMm, rotation, ...leanOf(document, page) },
    size: rotatedSize(boxMm ?? size, rotation),
  };
}

function without(boxes: PageBoxes, page: number): PageBoxes {
  const rest = new Map(boxes);
  rest.delete(page);
  return rest;
}
