import { describe, expect, test } from 'vitest';
import { addGuide, changeGuide, removeGuides } from '#editor/commands/guides.ts';
import type { Editor } from '#editor/editor.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { MAX_GUIDES, type RulerGuide } from '#model/template/ruler-guides.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor, drag, elementNamed, pointerAt } from './create-test-editor.ts';

const element = createTestElement('rectangle', {
  name: 'a',
  xMm: 20,
  yMm: 20,
  widthMm: 10,
  heightMm: 10,
  filled: true,
});

function guides(editor: Editor): readonly RulerGuide[] | undefined {
  return editor.state().template.label.guides;
}

function pull(
  editor: Editor,
  axis: RulerGuide['axis'],
  index: number | null,
  to: readonly [number, number],
  control: boolean = false,
): void {
  editor.guideDown(pointerAt(editor, 0, 0), axis, index);
  editor.pointerMove(pointerAt(editor, ...to, { control }));
  editor.pointerUp(pointerAt(editor, ...to, { control }));
}

describe('guides of the rulers', () => {
  test('created, moved and removed by dragging; each is one undo step', () => {
    const editor = createTestEditor([element], { widthMm: 100, heightMm: 60 });
    const before = contentOf(editor.state().template);
    pull(editor, 'x', null, [41.234, 30]);
    expect(guides(editor)).toEqual([{ axis: 'x', atMm: 41.2 }]);
    pull(editor, 'y', null, [10, 8.04], true);
    pull(editor, 'x', 0, [70.06, 5], true);
    expect(guides(editor)).toEqual([
      { axis: 'x', atMm: 70.1 },
      { axis: 'y', atMm: 8 },
    ]);
    // Left of the canvas is the ruler.
    editor.guideDown(pointerAt(editor, 70, 5), 'x', 0);
    editor.pointerMove({ ...pointerAt(editor, 0, 5), xPx: -4 });
    expect(editor.state().interaction).toMatchObject({ type: 'guide', leaving: true });
    editor.pointerUp({ ...pointerAt(editor, 0, 5), xPx: -4 });
    expect(guides(editor)).toEqual([{ axis: 'y', atMm: 8 }]);
    for (let i = 0; i < 4; i++) editor.undo();
    expect(contentOf(editor.state().template)).toBe(before);
    expect(editor.state().canUndo).toBe(false);
  });

  test('a press alone and a canceled drag change nothing; a new guide becomes visible', () => {
    const editor = createTestEditor([element]);
    editor.guideDown(pointerAt(editor, 0, 0), 'x', null);
    editor.pointerUp(pointerAt(editor, 0, 0));
    editor.guideDown(pointerAt(editor, 0, 0), 'x', null);
    editor.pointerMove(pointerAt(editor, 40, 0));
    editor.pointerCancel();
    expect(guides(editor)).toBeUndefined();
    expect(editor.state().revision).toBe(0);
    editor.setGuidesShown(false);
    pull(editor, 'y', null, [5, 40]);
    expect(editor.state().guidesShown).toBe(true);
  });

  test('they snap to elements, and elements to them while they are visible', () => {
    const editor = createTestEditor([element], { widthMm: 100, heightMm: 60 });
    pull(editor, 'x', null, [29.3, 40]);
    expect(guides(editor)).toEqual([{ axis: 'x', atMm: 30 }]);
    editor.run(changeGuide(0, { axis: 'x', atMm: 66.5 }));
    drag(editor, [25, 25], [61, 25], { shift: true });
    // Its far edge, dragged to 66, is on the guide.
    expect(elementNamed(editor, 'a').xMm).toBe(56.5);
    editor.undo();
    editor.setGuidesShown(false);
    drag(editor, [25, 25], [61, 25], { shift: true });
    expect(elementNamed(editor, 'a').xMm).toBeCloseTo(56);
  });

  test('set by number, removed all at once, and limited in number', () => {
    const editor = createTestEditor([]);
    for (let i = 0; i < MAX_GUIDES; i++) expectOk(editor.run(addGuide({ axis: 'y', atMm: i })));
    expect(editor.run(addGuide({ axis: 'y', atMm: 1 }))).toMatchObject({
      ok: false,
      error: { code: 'edit.tooManyGuides' },
    });
    editor.run(changeGuide(3, null));
    expect(guides(editor)).toHaveLength(MAX_GUIDES - 1);
    editor.run(removeGuides());
    expect(editor.state().template.label).not.toHaveProperty('guides');
  });
});

describe('groups and guides in the file', () => {
  test('survive saving and opening; a file without them has no entry for them', () => {
    const grouped = [element, createTestElement('line', { group: 'outer001/inner001' })];
    const template = createTestTemplate(grouped, {
      guides: [
        { axis: 'x', atMm: 12.345 },
        { axis: 'y', atMm: -3 },
        { axis: 'y', atMm: -3 },
      ],
    });
    const file = writeTemplate(template);
    expect(file).toContain('GroupPath="outer001/inner001"');
    expect(file).toContain('Guides="x12.345 y-3 y-3"');
    expect(readTemplate(file)).toEqual({ ok: true, value: template });
    const empty = file.replace(/Guides="[^"]*"/, 'Guides=""');
    expect(writeTemplate(expectOk(readTemplate(empty)))).toBe(empty);
    const plain = writeTemplate(createTestTemplate([element]));
    expect(plain).not.toMatch(/GroupPath|Guides/);
  });

  const long = Array.from({ length: 40 }, (_, i) => `deep${String(i).padStart(4, '0')}`).join('/');
  test.each(['', 'Group 1', 'outer001/', 'outer001/outer001', 'outer0011', long])(
    'an invalid group is kept: %j',
    (path) => {
      const file = writeTemplate(createTestTemplate([{ ...element, group: 'outer001' }])).replace(
        'GroupPath="outer001"',
        `GroupPath="${path}"`,
      );
      const codes: string[] = [];
      const read = expectOk(readTemplate(file, (notice) => codes.push(notice.code)));
      expect(read.elements[0]?.group).toBeUndefined();
      expect(writeTemplate(read)).toContain(` GroupPath="${path}"`);
      expect(codes).toEqual(path === '' ? [] : ['template.keptValue']);
    },
  );

  test.each(['x', 'x1,y2', 'x01', 'z4', 'x1e9', 'x99999', 'x1  y2'])('guides are kept unchanged: %j', (text) => {
    const label = { guides: [{ axis: 'x', atMm: 1 }] } as const;
    const file = writeTemplate(createTestTemplate([element], label)).replace('Guides="x1"', `Guides="${text}"`);
    const codes: string[] = [];
    const read = expectOk(readTemplate(file, (notice) => codes.push(notice.code)));
    expect(read.label.guides).toBeUndefined();
    expect(writeTemplate(read)).toBe(file);
    expect(codes).toEqual(['template.keptValue']);
  });
});
