import type { ElementId } from '#model/kernel/ids.ts';
import type { CssPx } from '#model/kernel/units.ts';
import type { Template } from '#model/template/template.ts';
import type { CellSelection } from '../cell-selection.ts';
import type { LastCopy } from '../last-copy.ts';
import type { CommandContext, DrawnPlace, EditorPointer, EditorState, Interaction } from '../editor.ts';

/**
 * The operations of a tool on the editor. A drag begins once, is updated any number of times, and is ended or reverted.
 */
export interface ToolHost {
  state(): EditorState;
  context(): CommandContext;
  select(ids: readonly ElementId[]): void;
  selectCells(cells: CellSelection | null): void;
  show(interaction: Interaction): void;
  panBy(dxPx: CssPx, dyPx: CssPx): void;
  /** Shows the ruler guides, if they are hidden. */
  showGuides(): void;
  hit(xPx: CssPx, yPx: CssPx): ElementId | null;
  /** Creates the armed element there, and disarms. */
  place(where: DrawnPlace): void;

  beginDrag(): void;
  updateDrag(template: Template, selection?: readonly ElementId[]): void;
  /** Sets both at once: the template during the drag, and the visible interaction. */
  showDrag(template: Template, interaction: Interaction): void;
  /** The last copy, for `duplicate` to continue from. */
  noteCopy(copy: LastCopy): void;
  /** Ends the drag; all its changes are one undo entry. */
  endDrag(): void;
  /** Restores the template and the selection from before the drag. */
  revertDrag(): void;
}

/** A drag in progress. */
export interface DragSession {
  move(pointer: EditorPointer): void;
  end(pointer: EditorPointer): void;
  cancel(): void;
}
