import type { ElementId } from '#model/kernel/ids.ts';
import type { CssPx } from '#model/kernel/units.ts';
import type { Template } from '#model/template/template.ts';
import type { CellSelection } from '../cell-selection.ts';
import type { LastCopy } from '../last-copy.ts';
import type { CommandContext, DrawnPlace, EditorPointer, EditorState, Interaction } from '../editor.ts';

/** What a tool may do to the editor. A drag is begun once, updated any number of times and ended or reverted. */
export interface ToolHost {
  state(): EditorState;
  context(): CommandContext;
  select(ids: readonly ElementId[]): void;
  selectCells(cells: CellSelection | null): void;
  show(interaction: Interaction): void;
  panBy(dxPx: CssPx, dyPx: CssPx): void;
  /** Makes the guides of the rulers seen, if they are not. */
  showGuides(): void;
  hit(xPx: CssPx, yPx: CssPx): ElementId | null;
  /** Makes the armed element there, and disarms. */
  place(where: DrawnPlace): void;

  beginDrag(): void;
  updateDrag(template: Template, selection?: readonly ElementId[]): void;
  /** Both at once: the template as it is then, and what is shown of the gesture. */
  showDrag(template: Template, interaction: Interaction): void;
  /** What was just copied, for `duplicate` to go on from. */
  noteCopy(copy: LastCopy): void;
  /** Ends the drag; all its changes become one undo entry. */
  endDrag(): void;
  /** Restores the template and the selection that were there when the drag began. */
  revertDrag(): void;
}

/** A drag that is going on. */
export interface DragSession {
  move(pointer: EditorPointer): void;
  end(pointer: EditorPointer): void;
  cancel(): void;
}
