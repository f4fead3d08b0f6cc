import { describe, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';

const LABEL = { widthMm: 60, heightMm: 40 };
const box = { xMm: 5, yMm: 4, widthMm: 20, heightMm: 10 };

describe('the canvas mirror', () => {
  test('is mirrored about the center of the label, right above its original, and follows it', () => {
    const below = createTestElement('rectangle', { ...box, canvasMirror: true });
    const above = createTestElement('rectangle', { ...box, yMm: 20 });
    const items = (xMm: number): readonly unknown[] =>
      composeLabel(
        createTestTemplate([{ ...below, xMm }, above], LABEL),
        NO_RECORD,
        createTestContext(),
      ).list.items.map((item) => [item.elementId, item.copy === true, item.bounds.x]);
    expect(items(5)).toEqual([
      [below.id, false, 5],
      [below.id, true, 35],
      [above.id, false, 5],
    ]);
    expect(items(10)[1]).toEqual([below.id, true, 30]);
  });

  test.each([0, 90, 180, 270] as const)(
    'exempts a symbol rotated by %i from read-back, unless it was mirrored',
    (turn) => {
      for (const mirror of [false, true]) {
        const element = createTestElement('qrcode', { ...box, rotation: turn, mirror, canvasMirror: true });
        const { symbols, list } = composeLabel(createTestTemplate([element], LABEL), NO_RECORD, createTestContext());
        expect(symbols.map((s) => s.mirrored)).toEqual([mirror, !mirror]);
        expect(symbols[1]?.rotation).toBe((360 - turn) % 360);
        const [first, copy] = list.items.map((item) => item.ops.find((op) => op.type === 'dots'));
        expect(first?.type === 'dots' && copy?.type === 'dots' && copy.rects.length).toBe(
          first?.type === 'dots' && first.rects.length,
        );
      }
    },
  );

  test('it is kept in the file', () => {
    const template = createTestTemplate([createTestElement('qrcode', { canvasMirror: true })]);
    expect(writeTemplate(template)).toContain('CopyMirrorImage="true"');
    expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
  });
});

describe('canvas pages', () => {
  const keys = ['1a', '2b', '3c'].map((byte) => byte.repeat(32)) as never[];
  const assets = new Map(keys.map((key, i) => [key, { mime: 'image/png' as const, bytes: Uint8Array.of(i + 1) }]));
  const [first, second] = keys as [never, never];

  test('all backgrounds are kept in the file, with the selected one', () => {
    const template = {
      ...createTestTemplate([], { canvases: keys, background: second, printBackground: true }),
      assets,
    };
    expect(writeTemplate(template)).toContain(`Canvas="${keys.join(',')}"`);
    expect(readTemplate(writeTemplate(template))).toEqual({ ok: true, value: template });
  });

  test('a background missing in the list is one of them; invalid images of the file are kept', () => {
    const xml = writeTemplate({ ...createTestTemplate([], { background: first }), assets });
    const read = readTemplate(xml.replace(/Canvas="[^"]*"/, ''));
    expect(read.ok && read.value.label.canvases).toEqual([first]);
    const strange = xml.replace(/Canvas="[^"]*"/, `Canvas="${first},/images/a.png"`);
    const kept = readTemplate(strange);
    expect(kept.ok && kept.value.label.canvases).toEqual([first]);
    expect(kept.ok && writeTemplate(kept.value)).toBe(strange);
  });
});
