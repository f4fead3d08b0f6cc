import { rotatedSize, unionRects, type Rect, type Rotation, type Size } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DocumentInfo, PagePart } from '#model/document/document-file.ts';
import { parsePageRange } from '#model/document/page-range.ts';
import { boxesOf, boxesOnPage, type PageBox } from '../boxes/box-edits.ts';
import { changed, pastOf, redone, replaced, undone, type Past } from '../boxes/box-history.ts';
import { addedTurn, turnedBack, turnedRect } from '../boxes/turned.ts';

/** The four ways from pages to labels (specification 2, section 2). */
export const WAYS = ['direct', 'auto', 'split', 'custom'] as const;
export type Way = (typeof WAYS)[number];
/** Those with boxes on the page. */
export type BoxWay = Exclude<Way, 'direct'>;

/** The boxes of each page that has been looked at; none on a page that is blank. */
export type PageBoxes = ReadonlyMap<number, readonly PageBox[]>;

/** What a finder found on a page, in millimetres of the page as the document has it. */
export interface FoundBoxes {
  readonly boxes: readonly { readonly rect: Rect; readonly turn: Rotation }[];
  /** By how much the page leans clockwise; the boxes are on the page turned straight. */
  readonly leanDegrees: number;
  /** It is no more than a guess. */
  readonly isGuess: boolean;
}

/** A document that lies on the session, with all that was chosen for it. */
export interface DeskDocument {
  /** The same file may lie there twice. */
  readonly id: number;
  readonly info: DocumentInfo;
  readonly way: Way;
  /** As the user types it. */
  readonly range: string;
  /** Pages that the user has turned. */
  readonly turns: ReadonlyMap<number, Rotation>;
  readonly boxes: Readonly<Record<BoxWay, Past<PageBoxes>>>;
  /** By how much scanned pages lean, as a split has found. */
  readonly leans: ReadonlyMap<number, number>;
  /** Boxes of which the split was not sure, by page, until the user confirms them. */
  readonly guesses: PageBoxes;
  /** One crop for all pages: as large as the content of any of them. */
  readonly isOneCrop: boolean;
}

const NO_BOXES: PageBoxes = new Map();

export function createDeskDocument(id: number, info: DocumentInfo, way: Way): DeskDocument {
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

export function pagesOf({ range, info }: DeskDocument): Result<readonly number[]> {
  return parsePageRange(range, info.pages.length);
}

export function turnOf({ turns }: DeskDocument, page: number): Rotation {
  return turns.get(page) ?? 0;
}

/** What turns a page straight that leans; only those that are split are turned. */
export function leanOf({ way, leans }: DeskDocument, page: number): { readonly leanDegrees?: number } {
  const leanDegrees = way === 'split' ? leans.get(page) : undefined;
  return leanDegrees === undefined ? {} : { leanDegrees };
}

/** The page's size as the user sees it, turned. */
export function shownSize(document: DeskDocument, page: number): Size {
  return rotatedSize(document.info.pages[page]?.sizeMm ?? { width: 1, height: 1 }, turnOf(document, page));
}

/** The boxes of a page; null as long as nobody has looked for them. */
export function boxesAt(document: DeskDocument, page: number): readonly PageBox[] | null {
  const { way } = document;
  if (way === 'direct') return null;
  const own = document.boxes[way].now.get(page) ?? (way === 'custom' ? [] : null);
  if (way !== 'auto' || !document.isOneCrop || own === null || own.length === 0) return own;
  const common = commonCrop(document);
  return common === null ? own : boxesOnPage(boxesOf([{ rect: common, turn: 0 }]), shownSize(document, page));
}

/** Around the content of all pages that are printed. */
function commonCrop(document: DeskDocument): Rect | null {
  const pages = pagesOf(document);
  const chosen = pages.ok ? pages.value : [];
  const size = shownSize(document, chosen[0] ?? 0);
  return unionRects(
    chosen
      // Pages of another size have a crop of their own.
      .filter((page) => isSameSize(shownSize(document, page), size))
      .flatMap((page) => document.boxes.auto.now.get(page) ?? [])
      .map(({ rect }) => rect),
  );
}

export function isSameSize(a: Size, b: Size): boolean {
  return Math.abs(a.width - b.width) < 1 && Math.abs(a.height - b.height) < 1;
}

/** The user's change of the boxes of some pages, as one step. */
export function withBoxes(document: DeskDocument, boxes: PageBoxes): DeskDocument {
  const { way } = document;
  if (way === 'direct') return document;
  const past = document.boxes[way];
  // Whoever changes a box of a common crop means that crop.
  const all = way === 'auto' && document.isOneCrop ? onAllPages(document, boxes) : boxes;
  return {
    ...document,
    boxes: { ...document.boxes, [way]: changed(past, new Map([...past.now, ...all])) },
  };
}

function onAllPages(document: DeskDocument, boxes: PageBoxes): PageBoxes {
  const [first] = boxes.values();
  return new Map([...document.boxes.auto.now].map(([page, own]) => [page, own.length === 0 ? own : (first ?? own)]));
}

/** What was found by itself on a page; it is no step of the user's, and never in the place of what the user has done. */
export function withFound(document: DeskDocument, way: BoxWay, page: number, found: FoundBoxes): DeskDocument {
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

/** Forgets the boxes of a page, so that they are looked for anew. */
export function withoutBoxesOf(document: DeskDocument, page: number): DeskDocument {
  const { way } = document;
  if (way === 'direct') return document;
  const next = new Map(document.boxes[way].now);
  next.delete(page);
  return { ...document, boxes: { ...document.boxes, [way]: changed(document.boxes[way], next) } };
}

/** The boxes of one page on all pages of its size that are printed. */
export function copiedToAll(document: DeskDocument, page: number): DeskDocument {
  const boxes = boxesAt(document, page) ?? [];
  const size = shownSize(document, page);
  const pages = document.info.pages.map((_, i) => i).filter((i) => isSameSize(shownSize(document, i), size));
  return withBoxes(document, new Map(pages.map((one) => [one, boxes])));
}

export function undoneBoxes(document: DeskDocument, step: 'undo' | 'redo'): DeskDocument {
  const { way } = document;
  if (way === 'direct') return document;
  const past = document.boxes[way];
  return { ...document, boxes: { ...document.boxes, [way]: step === 'undo' ? undone(past) : redone(past) } };
}

/** Turns pages by quarters, with the boxes on them. Steps of the boxes from before cannot be undone after it. */
export function turnedPages(document: DeskDocument, pages: readonly number[], by: Rotation): DeskDocument {
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

function isGuess({ boxes, guesses }: DeskDocument, page: number): boolean {
  const guess = guesses.get(page);
  // Boxes that the user has changed are others.
  return guess !== undefined && boxes.split.now.get(page) === guess;
}

/** The pages of the range that are to be split as the split has guessed: the user is asked about them before printing. */
export function unconfirmedPages(document: DeskDocument): readonly number[] {
  const pages = pagesOf(document);
  if (document.way !== 'split' || !pages.ok) return [];
  return [...new Set(pages.value)].filter((page) => isGuess(document, page));
}

/** The user says that the boxes of a page are its labels. */
export function withConfirmedBoxes(document: DeskDocument, page: number): DeskDocument {
  return { ...document, guesses: without(document.guesses, page) };
}

/** The user says that the boxes of all pages that still ask are their labels. */
export function withAllBoxesConfirmed(document: DeskDocument): DeskDocument {
  return unconfirmedPages(document).reduce(withConfirmedBoxes, document);
}

/** The user says that the whole page is one label; a step that can be undone. */
export function withWholePage(document: DeskDocument, page: number): DeskDocument {
  const rect = { x: 0, y: 0, ...shownSize(document, page) };
  return withBoxes(document, new Map([[page, boxesOf([{ rect, turn: 0 }])]]));
}

/** A label that a document gives, and where it comes from. */
export interface DeskLabel {
  readonly documentId: number;
  readonly page: number;
  /** Null for a whole page. */
  readonly box: PageBox | null;
  readonly part: PagePart;
  /** Of the part as it stands upright on its label, in millimetres. */
  readonly size: Size;
}

/** The labels of the pages that have been looked at, in order, and the pages of the range that have not. */
export function labelsOf(document: DeskDocument): {
  readonly labels: readonly DeskLabel[];
  readonly unknown: readonly number[];
} {
  const pages = pagesOf(document);
  if (!pages.ok) return { labels: [], unknown: [] };
  const labels: DeskLabel[] = [];
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

function labelOf(document: DeskDocument, page: number, box: PageBox | null): DeskLabel {
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
