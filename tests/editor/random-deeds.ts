import fc from 'fast-check';
import { addElement } from '#editor/commands/add.ts';
import { align, ALIGNMENTS, distribute } from '#editor/commands/align.ts';
import { setText } from '#editor/commands/content.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { group, ungroup } from '#editor/commands/group.ts';
import { fitToLabel } from '#editor/commands/image.ts';
import { setLabel } from '#editor/commands/label.ts';
import { toggleLock } from '#editor/commands/lock.ts';
import { moveBy, nudge, NUDGE_MERGE } from '#editor/commands/move.ts';
import { order, ORDERS } from '#editor/commands/order.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { resizeBy } from '#tests/support/resize-by.ts';
import { allowFreeAngle, rotate, turnBy, TURN_MERGE } from '#editor/commands/rotate.ts';
import type { Editor } from '#editor/editor.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { RESIZE_HANDLES } from '#model/elements/base/handle.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { drag, pointerAt } from './create-test-editor.ts';
import { MORE_DEEDS } from './more-deeds.ts';
import { IMAGE } from './random-image.ts';
import { TEXT_DEEDS } from './text-deeds.ts';

/** A user action; `n` decides the details. */
export const DEEDS: readonly ((editor: Editor, n: number) => void)[] = [
  (editor, n) => {
    const type = ELEMENT_TYPES[n % ELEMENT_TYPES.length] ?? 'text';
    editor.run(addElement(type, type === 'image' ? { image: IMAGE } : { text: `text ${n}` }));
  },
  (editor, n) => editor.run(moveBy((n % 50) / 7 - 3, (n % 31) / 3 - 5)),
  (editor, n) => editor.run(nudge(n % 2 === 0 ? 1 : -1, 0, n % 3 === 0), NUDGE_MERGE),
  (editor, n) => editor.run(rotate(n % 2 === 0 ? 'clockwise' : 'counterclockwise')),
  (editor, n) => {
    if (n % 3 === 0) editor.run(allowFreeAngle(n % 2 === 0));
    else editor.run(turnBy((n % 1800) / 10), n % 2 === 0 ? TURN_MERGE : undefined);
  },
  (editor, n) => editor.run(align(ALIGNMENTS[n % ALIGNMENTS.length] ?? 'left')),
  (editor, n) => editor.run(distribute(n % 2 === 0 ? 'horizontal' : 'vertical')),
  (editor, n) => editor.run(order(ORDERS[n % ORDERS.length] ?? 'front')),
  (editor) => editor.run(duplicate()),
  (editor) => editor.run(group()),
  (editor) => editor.run(ungroup()),
  (editor) => editor.run(deleteSelected()),
  (editor) => editor.run(toggleLock()),
  (editor) => editor.run(fitToLabel()),
  (editor, n) => editor.run(resizeBy(RESIZE_HANDLES[n % 8] ?? 'se', (n % 40) - 20, (n % 17) - 8)),
  (editor, n) => editor.run(setLabel({ widthMm: 20 + (n % 100), rows: 1 + (n % 4) })),
  (editor, n) => editor.run(setProperties('text', { fontSize: 1 + (n % 90), align: n % 2 === 0 ? 'right' : 'left' })),
  (editor, n) => editor.run(setProperties('line', { direction: n % 2 === 0 ? 'vertical' : 'left' })),
  (editor, n) => {
    const [id] = editor.state().selection;
    if (id !== undefined) editor.run(setText({ id, content: 0 }, `typed ${n}`), `type ${id}`);
  },
  (editor) => editor.copy(),
  (editor) => editor.paste(),
  (editor) => {
    if (editor.copy().ok) editor.run(deleteSelected());
  },
  (editor, n) => {
    const { elements } = editor.state().template;
    editor.select(elements.filter((_, i) => ((n >> (i % 8)) & 1) === 1).map((e) => e.id));
  },
  (editor, n) => drag(editor, [50, 40], [50 + (n % 30) - 15, 40 + (n % 23) - 11], { alt: n % 5 === 0 }),
  (editor, n) => {
    editor.pointerDown(pointerAt(editor, 50, 40), RESIZE_HANDLES[n % 8] ?? 'se');
    editor.pointerMove(pointerAt(editor, 50 + (n % 20), 40 - (n % 9), { shift: n % 2 === 0 }));
    if (n % 4 === 0) editor.pointerCancel();
    else editor.pointerUp(pointerAt(editor, 50 + (n % 20), 40 - (n % 9)));
  },
  (editor, n) => {
    // Bounds as a painter measures them: texts are a little larger than their boxes.
    const { template, revision } = editor.state();
    const grown = template.elements.map((e) => {
      const box = elementBox(e);
      return [e.id, e.type === 'text' ? { ...box, width: box.width + (n % 10) / 3 } : box] as const;
    });
    editor.setBounds(revision, new Map(grown));
  },
  (editor) => editor.undo(),
  (editor) => editor.redo(),
  ...MORE_DEEDS,
  ...TEXT_DEEDS,
];

/** Index in {@link DEEDS}, and its `n`. */
export type Deed = readonly [which: number, n: number];

/** Maximum number in a row. */
export function anyDeeds(maxLength: number): fc.Arbitrary<Deed[]> {
  return fc.array(fc.tuple(fc.nat(DEEDS.length - 1), fc.nat(1000)), { minLength: 1, maxLength, size: 'max' });
}

/** Known images at the start: the one that the first image element shows. */
export const STARTING_ASSETS: Template['assets'] = new Map([[IMAGE.key, IMAGE.asset]]);

/** One element of each type. */
export function startingElements(): ReturnType<typeof createTestElement>[] {
  return ELEMENT_TYPES.map((type, i) => createTestElement(type, { xMm: 5 + i * 12, yMm: 4 + i * 9 }));
}
