import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shownText } from '#app/editor/session/content-text.ts';
import { elementWords, type Speech } from '#app/editor/spoken/element-words.ts';
import { announce, IDLE_MS } from '#app/editor/spoken/create-announcer.ts';
import { createStore } from '#app/state/store.ts';
import { LANGUAGES, type Language } from '#app/state/i18n/languages.ts';
import { moveBy, nudge, NUDGE_MERGE } from '#editor/commands/move.ts';
import { addElement } from '#editor/commands/add.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { rotate } from '#editor/commands/rotate.ts';
import { resizeBy } from '#tests/support/resize-by.ts';
import type { Editor } from '#editor/editor.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { fieldKey } from '#model/data/record.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { problem } from '#model/kernel/problem.ts';
import type { Frame, SymbolCheck } from '#protocol/render.ts';
import { createTestEditor, drag, pointerAt } from '#tests/editor/create-test-editor.ts';
import { createTestElement } from '#tests/support/create-elements.ts';

const LOCALES = join(import.meta.dirname, '../../../locales');
const TEXTS = ['spoken', 'editor', 'side', 'problems'];

function textsOf(language: Language): Record<string, Record<string, string>> {
  return Object.fromEntries(
    TEXTS.map((name) => [name, JSON.parse(readFileSync(join(LOCALES, language, `${name}.json`), 'utf8'))]),
  );
}

/** The text of the language. */
async function createSpeech(language: Language, unit: Speech['unit'] = 'mm'): Promise<Speech> {
  const instance = i18next.createInstance();
  const interpolation = { escapeValue: false };
  const texts = { [language]: textsOf(language) };
  await instance.init({ lng: language, ns: TEXTS, keySeparator: false, interpolation, resources: texts });
  return { t: instance.t, language, unit };
}

const EMPTY_FRAME: Frame = {
  revision: 0,
  viewport: { widthPx: 100, heightPx: 100, pxPerMm: 1, originXPx: 0, originYPx: 0 },
  complete: true,
  bounds: new Map(),
  pushes: new Map(),
  removed: [],
  problems: [],
  warnings: [],
  placeholders: [],
  hidden: [],
  printed: false,
  paintMs: 0,
};

function createCheck(element: LabelElement, grade: SymbolCheck['grade']): SymbolCheck {
  return {
    elementId: element.id,
    elementName: element.name,
    symbology: 'code128',
    expected: '1',
    decoded: '1',
    readers: ['dots', 'zxing'],
    ok: true,
    grade,
    notes: [],
    measures: null,
    bounds: { x: 0, y: 0, width: 1, height: 1 },
    problem: null,
  };
}

const FACTS = { isHidden: false, faults: [] };

describe('the description of an element', () => {
  const text = createTestElement('text', { name: 'Text1', rotation: 90, locked: true });

  test('says its name, type, content, position, size, rotation, lock, grade and faults', async () => {
    const box = { x: 12.04, y: -0.01, width: 30, height: 5.25 };
    const facts = { isHidden: true, grade: 'B', faults: ['It is too wide.'] };
    const words = elementWords(text, box, facts, await createSpeech('en'));
    expect(words).toMatch(
      /^Text1, Text: .+, 12 millimeters from the left, 0 millimeters from the top, 30 millimeters wide, 5\.3 millimeters high, turned by 90°, locked, hidden on this label, Grade B, It is too wide\.$/,
    );
  });

  test('says an angle with its tenths, as the language writes them', async () => {
    const box = { x: 1, y: 2, width: 3, height: 4 };
    const turned = createTestElement('text', { name: 'Text1', rotation: 90, turnDegrees: -42.1 });
    expect(elementWords(turned, box, FACTS, await createSpeech('en'))).toContain('turned by 47.9°');
    expect(elementWords(turned, box, FACTS, await createSpeech('ru'))).toContain('поворот на 47,9°');
  });

  test("uses the user's unit and number format", async () => {
    const box = { x: 25.4, y: 12.7, width: 2.54, height: 25.4 };
    expect(elementWords(text, box, FACTS, await createSpeech('en', 'inch'))).toContain(
      '1 inch from the left, 0.5 inches',
    );
    expect(elementWords(text, box, FACTS, await createSpeech('ru'))).toContain('25,4 миллиметра от левого края');
    expect(elementWords(text, box, FACTS, await createSpeech('zh'))).toContain('，距左边 25.4毫米，');
  });

  test('says the value of the shown row, not the name of its column', async () => {
    const at = { connection: 'a', sheet: 'Goods', column: 'Price' };
    const source = { type: 'column', fileName: 'goods.xlsx', firstValue: '1.00', text: '', ...at } as const;
    const price = createTestElement('text', { name: 'Text1', sources: [source] });
    const record = { row: 2, values: { [fieldKey(source)]: '47.97' } };
    const content = shownText(
      price,
      record,
      createElementValues(elementLookup([price]), record, { now: localTimeAt() }),
    );
    const box = { x: 1, y: 2, width: 3, height: 4 };
    expect(elementWords(price, box, { ...FACTS, content }, await createSpeech('en'))).toContain('Text1, Text: 47.97,');
    expect(elementWords(price, box, FACTS, await createSpeech('en'))).toContain('{Price}');
  });

  test.each(LANGUAGES)('%s leaves no placeholder in braces and no key', async (language) => {
    const box = { x: 1, y: 2, width: 3, height: 4 };
    const speech = await createSpeech(language);
    for (const type of ['text', 'barcode', 'line', 'table'] as const) {
      const words = elementWords(createTestElement(type), box, { ...FACTS, grade: null }, speech);
      expect(words).not.toMatch(/\{\{|spoken|editor:|grade\./);
    }
  });
});

describe('announcements', () => {
  let said: string[];
  let stop: AbortController;
  beforeEach(() => {
    vi.useFakeTimers();
    said = [];
    stop = new AbortController();
  });
  afterEach(() => {
    stop.abort();
    vi.useRealTimers();
  });

  async function listen(elements: readonly LabelElement[], isTyping = false) {
    const editor = createTestEditor([...elements]);
    const frame = createStore<Frame | null>(null);
    const checks = createStore<readonly SymbolCheck[]>([]);
    const speech = await createSpeech('en');
    const options = { speech: () => speech, isTyping: () => isTyping, say: (words: string) => void said.push(words) };
    announce({ editor, frame, checks }, options, stop.signal);
    return { editor, frame, checks };
  }
  /** Announcements once nothing changes any more. */
  function heard(): string {
    vi.advanceTimersByTime(IDLE_MS);
    return said.splice(0).join('|');
  }
  const box = (name: string, xMm: number): LabelElement =>
    createTestElement('rectangle', { name, xMm, yMm: 10, widthMm: 20, heightMm: 8, filled: true });
  const chosen = (editor: Editor): void => editor.select(editor.state().template.elements.map(({ id }) => id));

  test('say the target of a move once for many steps', async () => {
    const a = box('a', 10);
    const { editor } = await listen([a]);
    editor.select([a.id]);
    expect(heard()).toBe('');
    for (let i = 0; i < 20; i++) {
      editor.run(nudge(1, 0, true), NUDGE_MERGE);
      vi.advanceTimersByTime(30);
    }
    expect(heard()).toMatch(/^Moved: a, 62\.9 millimeters from the left, 10 millimeters from the top\.$/);
    editor.undo();
    expect(heard()).toBe('Undone: Moved: a.');
    editor.redo();
    expect(heard()).toBe('Redone: Moved: a.');
  });

  test('announce a drag when the pointer is released, and not before', async () => {
    const { editor } = await listen([box('a', 10)]);
    editor.pointerDown(pointerAt(editor, 12, 12));
    editor.pointerMove(pointerAt(editor, 42, 33));
    expect(heard()).toBe('');
    editor.pointerUp(pointerAt(editor, 42, 33));
    expect(heard()).toMatch(/^Moved: a, /);
    drag(editor, [90, 70], [0, 0]);
    expect(said).toEqual([]);
  });

  test('announce sizes, rotations, additions and removals', async () => {
    const a = box('a', 10);
    const { editor } = await listen([a, box('b', 50)]);
    editor.select([a.id]);
    editor.run(resizeBy('se', 10, 2));
    expect(heard()).toMatch(/^Resized: a, 30 millimeters wide, 10 millimeters high\.$/);
    editor.run(rotate('clockwise'));
    expect(heard()).toBe('Rotated: a, turned by 90°.');
    editor.run(addElement('rectangle', { centreMm: { x: 50, y: 40 } }));
    expect(heard()).toMatch(/^Added: Rectangle1, .* from the left, .* wide, /);
    chosen(editor);
    expect(heard()).toBe('3 elements are selected.');
    editor.run(moveBy(5, 0));
    expect(heard()).toMatch(/^Moved: 3 elements, /);
    editor.run(deleteSelected());
    expect(heard()).toBe('Deleted: 3 elements.');
    editor.undo();
    expect(heard()).toBe('Undone: Deleted: 3 elements.');
    editor.select([]);
    expect(heard()).toBe('Nothing is selected.');
  });

  test('say nothing about text typed into a field, which announces itself', async () => {
    const a = box('a', 10);
    const { editor } = await listen([a], true);
    editor.select([a.id]);
    editor.run(moveBy(5, 0));
    expect(heard()).toBe('');
  });

  test('announce new faults, but neither old ones nor those that a message reports', async () => {
    const a = box('a', 10);
    const { editor, frame } = await listen([a]);
    const found = (...codes: Parameters<typeof problem>[0][]): Frame => ({
      ...EMPTY_FRAME,
      revision: editor.state().revision,
      problems: codes.map((code) => ({ elementId: a.id, elementName: 'a', problem: problem(code) })),
    });
    frame.set(found('data.noColumn'));
    expect(heard()).toBe('');
    frame.set(found('data.noColumn', 'symbol.empty', 'data.referenceMissing'));
    expect(heard()).toMatch(/^a: [^|]+$/);
    frame.set(found('data.noColumn', 'symbol.empty', 'data.referenceMissing'));
    expect(heard()).toBe('');
  });

  test('announce the grade of the code being edited', async () => {
    const a = createTestElement('barcode', { name: 'code' });
    const { editor, checks } = await listen([a]);
    checks.set([createCheck(a, 'A')]);
    expect(heard()).toBe('');
    editor.select([a.id]);
    checks.set([createCheck(a, 'C')]);
    expect(heard()).toBe('code: Grade C.');
  });

  test('say nothing after the label is closed', async () => {
    const { editor } = await listen([box('a', 10), box('b', 50)]);
    chosen(editor);
    stop.abort();
    editor.run(moveBy(1, 1));
    expect(heard()).toBe('');
  });
});
