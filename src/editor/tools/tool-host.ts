import type { ElementId } from '#model/kernel/ids.ts';
import type { CssPx } from '#model/kernel/units.ts';
import type { Template } from '#model/template/template.ts';
import type { CellSelection } from '../cell-selection.ts';
import type { CommandContext, EditorPointer, EditorState, Interaction } from '../editor.ts';

/** What a tool may do to the editor. A drag is begun once, updated any number of times and ended or reverted. */
export interface ToolHost {
  state(): EditorState;
  context(): CommandContext;
  select(ids: readonly ElementId[]): void;
  selectCells(cells: CellSelection | null): void;
  show(interaction: Interaction): void;
  panBy(dxPx: CssPx, dyPx: CssPx): void;
  hit(xPx: CssPx, yPx: CssPx): ElementId | null;

  beginDrag(): void;
  updateDrag(template: Template, selection?: readonly ElementId[]): void;
  /** What the drag did becomes one undo entry. */
  endDrag(): void;
  /** The template and the selection are again what they were at the beginning. */
  revertDrag(): void;
}

/** A drag that is going on. */
export interface DragSession {
  move(pointer: EditorPointer): void;
  end(pointer: EditorPointer): void;
  cancel(): void;
}
