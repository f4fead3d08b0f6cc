import { useTranslation } from 'react-i18next';
import type { Point } from '#model/kernel/geometry.ts';
import { columnRequest } from '#model/data/cell-form.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import { cellAt } from '#editor/cell-selection.ts';
import { asShown } from '#editor/footprint.ts';
import { addElement } from '#editor/commands/add.ts';
import { addSource, setSource } from '#editor/commands/sources.ts';
import type { Editor } from '#editor/editor.ts';
import { canvasToLabel } from '#editor/viewport.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { columnSource } from './bindings.ts';
import type { CarriedColumn } from './carried-column.ts';

/** Binding a dropped column is one undo step. */
const MERGE = 'bindColumn';

/**
 * The topmost element at a point of the canvas that can show a column, and its content there: that of a cell in a table.
 */
export function bindableAt(
  editor: Editor,
  at: Point,
): { readonly element: LabelElement; readonly content: number } | null {
  const { template, viewport, pushes } = editor.state();
  const id = editor.elementAt(at.x, at.y);
  const element = template.elements.find((each) => each.id === id);
  if (element === undefined || contentsOf(element).length === 0) return null;
  if (!isTable(element)) return { element, content: 0 };
  const cell = cellAt(asShown(element, pushes), canvasToLabel(viewport, at));
  return cell === null ? null : { element, content: element.cells.indexOf(cell) };
}

/**
 * Binds the content at a point of the canvas (CSS pixels) to a column, or creates a new text that shows it. A content with
 * several sources gets one more.
 */
export function useBindColumn(): (column: CarriedColumn, at: Point) => Promise<void> {
  const { t } = useTranslation('editor');
  const { data, editor } = useEditorSession();
  const { run } = useActions();
  return async ({ spreadsheet, sheet, column }, at) => {
    const info = data.state.get().sheets.get(spreadsheet);
    if (info === undefined) return;
    const found = bindableAt(editor, at);
    const centreMm = canvasToLabel(editor.state().viewport, at);
    const sources = found === null ? [] : (contentsOf(found.element)[found.content]?.sources ?? []);
    const source = columnSource(info, sheet, column, '', sources[0]?.text ?? column);
    const bound = { ...source, firstValue: await data.firstValue(source, sheet, columnRequest(source)) };
    editor.endMerge();
    if (found === null) {
      run(addElement('text', { centreMm, stem: t('type.text'), text: bound.firstValue || column }), MERGE);
      const [id] = editor.state().selection;
      if (id !== undefined) run(setSource({ id, content: 0 }, 0, bound), MERGE);
    } else {
      const slot = { id: found.element.id, content: found.content };
      if (sources.length > 1) run(addSource(slot), MERGE);
      run(setSource(slot, sources.length > 1 ? sources.length : 0, bound), MERGE);
      editor.select([slot.id]);
    }
    editor.endMerge();
  };
}
