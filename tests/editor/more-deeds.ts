import { addElement } from '#editor/commands/add.ts';
import { setGap } from '#editor/commands/align.ts';
import { addGuide, changeGuide, removeGuides } from '#editor/commands/guides.ts';
import { setImage } from '#editor/commands/image.ts';
import { setLabel } from '#editor/commands/label.ts';
import { setFollowing } from '#editor/commands/label-size.ts';
import { moveInOrder, rename, setLocked, toggleHidden } from '#editor/commands/layers.ts';
import { setCommon, setProperties } from '#editor/commands/properties.ts';
import { pushAllBelow, setPushed } from '#editor/commands/push.ts';
import { setRotation } from '#editor/commands/rotate.ts';
import { setShared } from '#editor/commands/shared-fields.ts';
import { resizeTo } from '#editor/commands/size.ts';
import { addSource, asSequence, moveSource, newExpression, removeSource, setSource } from '#editor/commands/sources.ts';
import { pasteStyle } from '#editor/commands/style.ts';
import {
  clearCells,
  deleteTableLines,
  insertTableLine,
  mergeSelectedCells,
  resizeTableLines,
  setTablePen,
  splitSelectedCell,
  styleCells,
} from '#editor/commands/table.ts';
import type { Editor } from '#editor/editor.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { PINS } from '#model/elements/base/pins.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import type { TableElement } from '#model/elements/table/table-element.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { drag, pointerAt } from './create-test-editor.ts';
import { IMAGE } from './random-image.ts';

/** The type of element that a drag draws, if drawing needs no dialog. */
function drawnType(n: number): (typeof ELEMENT_TYPES)[number] {
  const type = ELEMENT_TYPES[n % ELEMENT_TYPES.length] ?? 'text';
  return type === 'image' ? 'ellipse' : type;
}

/** Selects a table, if there is one, and a block of its cells from its first on. */
function selectCells(editor: Editor, n: number): void {
  const tables = editor.state().template.elements.filter((e): e is TableElement => e.type === 'table');
  const table = tables[n % Math.max(1, tables.length)];
  if (table === undefined) return;
  editor.select([table.id]);
  const corners = table.cells
    .filter(({ row, column }) => row <= (n >> 1) % 3 && column <= (n >> 3) % 3)
    .map(({ row, column }) => ({ row, column }));
  if (corners.length > 0) editor.selectCells({ id: table.id, corners });
}

/** User actions other than adding, moving and typing: layers, styles, sources, cells, guides, and the list of steps. */
export const MORE_DEEDS: readonly ((editor: Editor, n: number) => void)[] = [
  (editor, n) => editor.run(setRotation(ROTATIONS[n % ROTATIONS.length] ?? 0)),
  (editor, n) => editor.run(setCommon(n % 2 === 0 ? { mirror: n % 4 === 0 } : { canvasMirror: n % 4 === 1 })),
  (editor) => editor.run(toggleHidden()),
  (editor, n) => {
    const texts = editor.state().template.elements.filter(({ type }) => type === 'text');
    const text = texts[n % Math.max(1, texts.length)];
    if (text === undefined) return;
    editor.select([text.id]);
    // A low and narrow box, so that most texts outgrow it.
    const narrow = { fit: n % 4 === 0 ? 'none' : 'grow', autoWrap: true, widthMm: 6 + (n % 5), heightMm: 2 } as const;
    editor.run(setProperties('text', narrow));
    editor.run(pushAllBelow(text.id));
  },
  (editor, n) => editor.run(setPushed(n % 3 > 0)),
  (editor, n) => {
    const { elements } = editor.state().template;
    const element = elements[n % Math.max(1, elements.length)];
    if (element === undefined) return;
    editor.run(n % 3 === 0 ? setLocked([element.id], n % 2 === 0) : rename(element.id, `name ${n % 7}`));
  },
  (editor, n) => {
    const { template, selection } = editor.state();
    editor.run(moveInOrder(selection, n % (template.elements.length + 1)));
  },
  (editor) => void editor.copyStyle(),
  (editor) => editor.run(pasteStyle(editor.state().copiedStyle)),
  (editor, n) => editor.run(setShared(n % 2 === 0 ? { bold: n % 4 === 0 } : { dashed: n % 4 === 1 })),
  (editor, n) => editor.run(setShared({ penWidthMm: (3 + (n % 20)) / 10, dashed: n % 3 === 0 }), 'pen'),
  (editor, n) => editor.run(resizeTo(n % 2 === 0 ? 'width' : 'height', 2 + (n % 60)), 'size'),
  (editor, n) => editor.run(setGap(n % 2 === 0 ? 'horizontal' : 'vertical', n % 9)),
  (editor) => editor.run(setImage(IMAGE)),
  (editor, n) => editor.run(addGuide({ axis: n % 2 === 0 ? 'x' : 'y', atMm: n / 8 })),
  (editor, n) => {
    const guides = editor.state().template.label.guides ?? [];
    if (guides.length === 0) return;
    const index = n % guides.length;
    if (n % 5 === 0) editor.run(removeGuides());
    else editor.run(changeGuide(index, n % 3 === 0 ? null : { axis: 'x', atMm: n / 16 }));
  },
  (editor, n) => {
    editor.guideDown(pointerAt(editor, 30, 0), n % 2 === 0 ? 'x' : 'y', null);
    editor.pointerMove(pointerAt(editor, 20 + (n % 40), 10 + (n % 30)));
    if (n % 3 === 0) editor.pointerCancel();
    else editor.pointerUp(pointerAt(editor, 20 + (n % 40), 10 + (n % 30)));
  },
  (editor, n) => {
    const type = drawnType(n);
    editor.arm(type, (where) => editor.run(addElement(type, { ...where, text: `drawn ${n}` })));
    drag(editor, [5 + (n % 50), 5 + (n % 40)], [20 + (n % 70), 12 + (n % 60)], { shift: n % 2 === 0 });
    editor.disarm();
  },
  (editor, n) => {
    editor.pointerDown(pointerAt(editor, 50, 5), 'rotate');
    editor.pointerMove(pointerAt(editor, 50 + (n % 40), 5 + (n % 60)));
    if (n % 4 === 0) editor.pointerCancel();
    else editor.pointerUp(pointerAt(editor, 50 + (n % 40), 5 + (n % 60)));
  },
  (editor, n) => {
    const [id] = editor.state().selection;
    if (id === undefined) return;
    const slot = { id, content: 0 };
    const choices = [
      addSource(slot),
      removeSource(slot, n % 3),
      moveSource(slot, n % 3, n % 2 === 0 ? 1 : -1),
      setSource(slot, n % 2, asSequence(fixedText(`seq ${n}`))),
      setSource(slot, n % 2, newExpression(`sum {${n}}`)),
      setSource(slot, n % 2, fixedText(`fixed ${n}`)),
    ];
    const command = choices[n % choices.length];
    if (command !== undefined) editor.run(command);
  },
  selectCells,
  (editor, n) => {
    selectCells(editor, n);
    editor.run(n % 2 === 0 ? mergeSelectedCells() : splitSelectedCell());
  },
  (editor, n) => editor.run(insertTableLine(n % 2 === 0 ? 'row' : 'column', n % 3 === 0 ? 'before' : 'after')),
  (editor, n) => editor.run(deleteTableLines(n % 2 === 0 ? 'row' : 'column')),
  (editor, n) => editor.run(resizeTableLines(n % 2 === 0 ? 'row' : 'column', 3 + (n % 20))),
  (editor, n) => editor.run(n % 2 === 0 ? setTablePen((3 + (n % 9)) / 10) : styleCells({ italic: n % 4 === 1 })),
  (editor) => editor.run(clearCells()),
  (editor, n) => editor.goToStep(n % (editor.history().changes.length + 1)),
  (editor, n) => {
    const lengthByContent = { minMm: 5 + (n % 30), maxMm: 40 + (n % 90), stepMm: 1 + (n % 7), marginMm: n % 5 };
    editor.run(setLabel(n % 4 === 0 ? { lengthByContent: undefined } : { lengthByContent, rows: 1, columns: 1 }));
  },
  (editor, n) => editor.run(setFollowing({ pins: { y: PINS[n % PINS.length] ?? 'start' } })),
];
