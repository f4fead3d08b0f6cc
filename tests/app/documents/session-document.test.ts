import { describe, expect, test } from 'vitest';
import type { DocumentInfo } from '#model/document/document-file.ts';
import { boxesOf } from '#app/documents/boxes/box-edits.ts';
import {
  boxesAt,
  copiedToAll,
  createSessionDocument,
  labelsOf,
  turnedPages,
  unconfirmedPages,
  undoneBoxes,
  withAllBoxesConfirmed,
  withBoxes,
  withConfirmedBoxes,
  withFound,
  withWholePage,
  type SessionDocument,
} from '#app/documents/session/session-document.ts';
import { readLook } from '#app/documents/session/use-look.ts';
import { presetOf, withPreset } from '#app/documents/panel/apply-preset.ts';

const RECT = { x: 10, y: 20, width: 30, height: 40 };

function createDocument(way: SessionDocument['way'], pages = 3): SessionDocument {
  const info: DocumentInfo = {
    document: 'sha256:1' as DocumentInfo['document'],
    kind: 'pdf',
    fileName: 'sheet.pdf',
    pages: Array.from({ length: pages }, () => ({ sizeMm: { width: 100, height: 200 }, dpi: null })),
  };
  return createSessionDocument(1, info, way);
}

const withOne = (document: SessionDocument): SessionDocument =>
  withBoxes(document, new Map([[0, boxesOf([{ rect: RECT, turn: 0 }])]]));

describe('the document of the document screen', () => {
  test('returns its pages in the order of the range, repeated as often as the range names them', () => {
    const { labels, unknown } = labelsOf({ ...createDocument('direct'), range: '3,1,3' });
    expect(labels.map(({ page }) => page)).toEqual([2, 0, 2]);
    expect(unknown).toEqual([]);
    expect(labelsOf({ ...createDocument('direct'), range: '4' }).labels).toEqual([]);
  });

  test('knows which pages are not analyzed yet, and keeps user edits when results arrive later', () => {
    expect(labelsOf(createDocument('split')).unknown).toEqual([0, 1, 2]);
    const edited = withOne(createDocument('split'));
    const found = { boxes: [], leanDegrees: 0, isGuess: false };
    expect(withFound(edited, 'split', 0, found)).toBe(edited);
    expect(labelsOf(withFound(edited, 'split', 1, found)).unknown).toEqual([2]);
  });

  test('cuts the same area of the page after a rotation, which also rotates the label', () => {
    const before = labelsOf(withOne(createDocument('custom'))).labels[0];
    const after = labelsOf(turnedPages(withOne(createDocument('custom')), [0], 90)).labels[0];
    expect(before?.part).toMatchObject({ boxMm: RECT, rotation: 0 });
    expect(after?.part).toMatchObject({ boxMm: RECT, rotation: 90 });
    expect(after?.size).toEqual({ width: 40, height: 30 });
  });

  test('deskews a page when labels were found on it that way', () => {
    const found = { boxes: [{ rect: RECT, turn: 0 as const }], leanDegrees: 1.5, isGuess: true };
    const leaning = withFound(createDocument('split', 1), 'split', 0, found);
    expect(labelsOf(leaning).labels[0]?.part.leanDegrees).toBe(1.5);
    expect(labelsOf({ ...leaning, way: 'direct' }).labels[0]?.part.leanDegrees).toBeUndefined();
  });

  test('asks about guessed boxes until they are confirmed or changed, and again when the change is undone', () => {
    const found = { boxes: [{ rect: RECT, turn: 0 as const }], leanDegrees: 0, isGuess: true };
    const guessed = [0, 1].reduce(
      (document, page) => withFound(document, 'split', page, found),
      createDocument('split'),
    );
    expect(unconfirmedPages(guessed)).toEqual([0, 1]);
    expect(unconfirmedPages({ ...guessed, range: '2' })).toEqual([1]);
    expect(unconfirmedPages({ ...guessed, way: 'direct' })).toEqual([]);
    expect(unconfirmedPages(turnedPages(guessed, [0], 90))).toEqual([0, 1]);
    const confirmed = withConfirmedBoxes(guessed, 0);
    expect(unconfirmedPages(confirmed)).toEqual([1]);
    expect(unconfirmedPages(withAllBoxesConfirmed(guessed))).toEqual([]);
    expect(unconfirmedPages({ ...withAllBoxesConfirmed({ ...guessed, range: '2' }), range: '' })).toEqual([0]);
    const whole = withWholePage(confirmed, 1);
    expect(unconfirmedPages(whole)).toEqual([]);
    expect(boxesAt(whole, 1)?.map(({ rect }) => rect)).toEqual([{ x: 0, y: 0, width: 100, height: 200 }]);
    expect(unconfirmedPages(undoneBoxes(whole, 'undo'))).toEqual([1]);
  });

  test('applies the boxes of one page to all pages in one undo step', () => {
    const copied = copiedToAll(withOne(createDocument('custom')), 0);
    expect(labelsOf(copied).labels.map(({ page }) => page)).toEqual([0, 1, 2]);
    expect(labelsOf(undoneBoxes(copied, 'undo')).labels.map(({ page }) => page)).toEqual([0]);
  });

  test("takes the boxes of a preset in the page's original orientation, at any current rotation", () => {
    const preset = presetOf(withOne(createDocument('custom')), 0, 'Swift', 'sheet');
    if (preset === null) throw new Error('There is nothing to keep');
    const turned = withPreset(turnedPages(createDocument('direct'), [0], 180), 0, preset);
    expect(labelsOf(turned).labels[0]?.part).toMatchObject({ boxMm: RECT, rotation: 0 });
    expect(boxesAt(turned, 0)?.[0]?.rect).toEqual({ x: 60, y: 140, width: 30, height: 40 });
  });
});

test('resets invalid appearance settings to their defaults, and never allows unreadable codes because of them', () => {
  const first = readLook({});
  expect(readLook({ look: { threshold: 900, oneBit: 'magic', unread: 'allow', placement: 7 }, size: 'big' })).toEqual(
    first,
  );
  expect(readLook({ look: { threshold: 90, invert: true }, size: { type: 'own', widthMm: 60, heightMm: 40 } })).toEqual(
    {
      look: { ...first.look, threshold: 90, invert: true },
      size: { type: 'own', widthMm: 60, heightMm: 40 },
      sheet: null,
    },
  );
  expect(readLook({ sheet: { rows: 3, columns: '2', rowSpacingMm: -1, paddingMm: { left: 4 } } }).sheet).toEqual({
    rows: 3,
    columns: 1,
    rowSpacingMm: 0,
    columnSpacingMm: 0,
    paddingMm: { left: 4, right: 0, top: 0, bottom: 0 },
  });
});
