import { describe, expect, test } from 'vitest';
import { contentText } from '#app/editor/session/content-text.ts';
import { chosenLayers, dropIndex, gapAt, layerLines, lineIds, type ElementRow } from '#app/editor/side/layer-lines.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { moveInOrder } from '#editor/commands/layers.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor } from '#tests/editor/create-test-editor.ts';

const ELEMENTS = ['A', 'B', 'C', 'D'].map((name) => createTestElement('rectangle', { name }));
const IDS = ELEMENTS.map(({ id }) => id);
const LINES = layerLines(ELEMENTS, '', (type) => type);

const nameOf = (line: ElementRow): string =>
  line.type === 'element' ? line.element.name : `${line.path}${line.isOpen ? '' : '…'}`;

describe('the list of layers', () => {
  test('lists the front element first', () => {
    expect(LINES.map(nameOf)).toEqual(['D', 'C', 'B', 'A']);
  });

  test('searches name, type and content, ignoring case', () => {
    const text = createTestElement('text', { name: 'Price', sources: [fixedText('Total 12 EUR')] });
    const found = (search: string): string[] =>
      layerLines([...ELEMENTS, text], search, (type) => (type === 'text' ? 'Writing' : 'Box')).map(nameOf);
    expect(found('PRI')).toEqual(['Price']);
    expect(found('writ')).toEqual(['Price']);
    expect(found('12 eur')).toEqual(['Price']);
    expect(found('box')).toEqual(['D', 'C', 'B', 'A']);
    expect(found('nothing')).toEqual([]);
  });

  test('shows the content of an element on one line', () => {
    expect(contentText(createTestElement('text', { sources: [fixedText('two\n lines'), fixedText('!')] }))).toBe(
      'two lines!',
    );
    expect(contentText(createTestElement('text', { sources: [fixedText('x'.repeat(500))] }))).toHaveLength(80);
    expect(contentText(createTestElement('ellipse'))).toBe('');
  });

  // The dragged rows, the gap they are dropped in, and the list afterwards.
  test.each([
    ['A', 0, 'A D C B'],
    ['D', 4, 'C B A D'],
    ['D', 2, 'C D B A'],
    ['B', 1, 'D B C A'],
    ['C', 1, 'D C B A'],
    ['C', 2, 'D C B A'],
  ])('%s into gap %d', (name, gap, expected) => {
    const editor = createTestEditor(ELEMENTS);
    const id = ELEMENTS.find((element) => element.name === name)?.id;
    editor.run(moveInOrder(id === undefined ? [] : [id], dropIndex(LINES, gap)));
    const after = layerLines(editor.state().template.elements, '', (type) => type);
    expect(after.map(nameOf).join(' ')).toBe(expected);
  });

  test('a position in the list belongs to the nearest gap', () => {
    expect([-5, 10, 20, 47, 49, 1000].map((y) => gapAt(y, 32, 4))).toEqual([0, 0, 1, 1, 2, 4]);
  });

  test('selects one row, toggles it, or extends the selection to it', () => {
    const [a, b, c, d] = IDS as unknown as readonly [ElementId, ElementId, ElementId, ElementId];
    expect(chosenLayers(LINES, [], 1, 'only')).toEqual([c]);
    expect(chosenLayers(LINES, [d, c], 1, 'toggle')).toEqual([d]);
    expect(chosenLayers(LINES, [d], 2, 'toggle')).toEqual([d, b]);
    expect(chosenLayers(LINES, [d], 3, { from: 1 })).toEqual([c, b, a]);
    expect(chosenLayers(LINES, [d], 0, { from: 2 })).toEqual([d, c, b]);
    expect(chosenLayers(LINES, [d], 9, 'only')).toEqual([d]);
  });
});

describe('groups in the list of layers', () => {
  const [outer, inner] = ['g1', 'g1/g2'];
  const grouped = (['A', 'B', 'C', 'D', 'E'] as const).map((name, i) =>
    createTestElement('rectangle', {
      name,
      ...[{}, { group: outer }, { group: inner }, { group: inner }, {}][i],
    }),
  );
  const linesOf = (closed: readonly string[] = [], search = ''): readonly ElementRow[] =>
    layerLines(grouped, search, (type) => type, new Set(closed));
  const shown = (...of: Parameters<typeof linesOf>): string =>
    linesOf(...of)
      .map(nameOf)
      .join(' ');

  test('have a header row above their elements, nested', () => {
    expect(shown()).toBe('E g1 g1/g2 D C B A');
    expect(linesOf().map(({ depth }) => depth)).toEqual([0, 0, 1, 2, 2, 1, 0]);
  });

  test('hide their elements while collapsed, and have no header rows in search results', () => {
    expect(shown([inner])).toBe('E g1 g1/g2… B A');
    expect(shown([outer])).toBe('E g1… A');
    expect(shown([outer], 'rectangle')).toBe('E D C B A');
  });

  test('are selected, added and removed as a whole', () => {
    const lines = linesOf();
    const [a, b, c, d] = grouped.map(({ id }) => id);
    expect(chosenLayers(lines, [], 1, 'only')).toEqual([b, c, d]);
    expect(chosenLayers(lines, [a as ElementId, c as ElementId], 2, 'toggle')).toEqual([a, c, d]);
    expect(chosenLayers(lines, [a as ElementId, c as ElementId, d as ElementId], 2, 'toggle')).toEqual([a]);
    expect(chosenLayers(lines, [], 3, { from: 1 })).toEqual([b, c, d]);
  });

  test('elements move below a collapsed group at the end of the list, and above a group by its header row', () => {
    const lines = layerLines(grouped.slice(1), '', (type) => type, new Set([outer]));
    expect(lines.map(nameOf)).toEqual(['E', 'g1…']);
    expect(dropIndex(lines, 2)).toBe(0);
    expect(dropIndex(lines, 1)).toBe(3);
    expect(lines.flatMap(lineIds)).toHaveLength(4);
  });
});
