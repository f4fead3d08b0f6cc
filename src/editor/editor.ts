import type { ElementId, Random } from '#model/kernel/ids.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { CssPx, Mm } from '#model/kernel/units.ts';
import type { ResizeHandle } from '#model/elements/base/handle.ts';
import type { Change } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { CellSelection } from './cell-selection.ts';
import type { ClipboardContent } from './clipboard.ts';

/** What part of the label the canvas shows, in CSS pixels. */
export interface EditorViewport {
  readonly widthPx: CssPx;
  readonly heightPx: CssPx;
  /** 1 shows a canvas unit as a CSS pixel (3.78 px a mm); 0.05 to 5 in steps of 0.01. */
  readonly zoom: number;
  /** The label's top left on the canvas. */
  readonly originXPx: CssPx;
  readonly originYPx: CssPx;
}

/** A line shown while something snaps. */
export interface SnapGuide {
  readonly axis: 'x' | 'y';
  /** Where, on the label. */
  readonly atMm: Mm;
  readonly fromMm: Mm;
  readonly toMm: Mm;
}

/** What the pointer is doing. */
export type Interaction =
  | { readonly type: 'none' }
  | { readonly type: 'pan' }
  | { readonly type: 'marquee'; readonly rectMm: Rect }
  | { readonly type: 'move'; readonly guides: readonly SnapGuide[] }
  | {
      readonly type: 'resize';
      readonly handle: ResizeHandle;
      readonly guides: readonly SnapGuide[];
      /** What the sizes shown are those of, on the label, where it is a part of the element: a row or a column. */
      readonly partMm?: Rect;
    };

export interface EditorState {
  readonly template: Template;
  /** Grows by one with each change of the template. */
  readonly revision: number;
  readonly selection: readonly ElementId[];
  /** The cells chosen in the one table that is selected; null when there are none. */
  readonly cellSelection: CellSelection | null;
  /** On touch screens: each tap on a cell of the selected table adds or removes it, as a click with Ctrl does. */
  readonly cellsToggle: boolean;
  /** What each element covers, as last painted; an element not painted yet has its box. */
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  readonly viewport: EditorViewport;
  readonly interaction: Interaction;
  /** The element whose text is being typed on the canvas. */
  readonly textEditing: ElementId | null;
  readonly canvasLock: boolean;
  readonly gridShown: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly dirty: boolean;
  readonly canPaste: boolean;
}

/** The input of a command. Commands are pure: the same context gives the same outcome. */
export interface CommandContext {
  readonly template: Template;
  readonly selection: readonly ElementId[];
  readonly cellSelection: CellSelection | null;
  /** Measured bounds of elements that have not changed since they were measured; others are missing. */
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  readonly viewport: EditorViewport;
  /** For the ids of new elements. */
  readonly random: Random;
}

export interface CommandOutcome {
  readonly template: Template;
  /** The selection afterwards. When left out it stays as it is, without elements that are gone. */
  readonly selection?: readonly ElementId[];
  /** The cells chosen afterwards. When left out they stay chosen, without cells that are gone. */
  readonly cellSelection?: CellSelection;
}

/** One thing a user does to a template, or the reason why not (`edit.nothingSelected`, `edit.locked` …). */
export type Command = (context: CommandContext) => Result<CommandOutcome>;

/** A pointer event without the DOM. */
export interface EditorPointer {
  /** From the canvas's top left. */
  readonly xPx: CssPx;
  readonly yPx: CssPx;
  readonly button: 'primary' | 'middle' | 'secondary';
  readonly shift: boolean;
  /** Ctrl or Cmd. */
  readonly control: boolean;
  readonly alt: boolean;
  /** The space bar is held: the drag pans. */
  readonly space: boolean;
}

export type ChangeListener = (change: Change, fromRevision: number, toRevision: number) => void;

/**
 * The headless editor: owns the template, its history, the selection, the viewport and the pointer's doings.
 * Knows no React, no DOM, no worker.
 */
export interface Editor {
  state(): EditorState;
  /** Called after each change of the state. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Called with each change of the template: feeds the render worker and autosave. */
  onChange(listener: ChangeListener): () => void;

  /**
   * Does it as one undo entry. Calls in a row with the same `merge` key become one entry (a slider, typing,
   * nudging) until another command or `endMerge`.
   */
  run(command: Command, merge?: string): Result<null>;
  endMerge(): void;
  undo(): void;
  redo(): void;

  select(ids: readonly ElementId[]): void;
  /** Chooses cells of the one table that is selected. */
  selectCells(cells: CellSelection | null): void;
  /** Turns the mode of `cellsToggle` on or off; it ends when the table is no longer the only selected element. */
  setCellsToggle(on: boolean): void;
  /** Keeps the selected elements for `paste`; the answer may go to the system's clipboard (`clipboardText`). */
  copy(): Result<ClipboardContent>;
  /**
   * Pastes what was copied here, or the content given (another tab's). Each repeat of the same content goes
   * 20 canvas units further.
   */
  paste(content?: ClipboardContent): Result<null>;
  /** Replaces the template by another one (opened, or newly created). The history is empty afterwards. */
  replaceTemplate(template: Template): void;
  /** The template of this revision is on the server. */
  markSaved(revision: number): void;
  /** Bounds that the render worker measured at a revision; those of elements that have changed since are dropped. */
  setBounds(revision: number, bounds: ReadonlyMap<ElementId, Rect>): void;

  setCanvasSize(widthPx: CssPx, heightPx: CssPx): void;
  /** Zooms so that the label fills about 60 % of the canvas. */
  fit(): void;
  /** Zooms; the point `at` of the canvas stays where it is. */
  zoomAt(zoom: number, at?: Point): void;
  panBy(dxPx: CssPx, dyPx: CssPx): void;
  setCanvasLock(on: boolean): void;
  setGridShown(on: boolean): void;
  setTextEditing(id: ElementId | null): void;

  /** A press. A problem is worth telling the user (a locked element). `handle` when a resize handle was hit. */
  pointerDown(pointer: EditorPointer, handle?: ResizeHandle): Result<null>;
  pointerMove(pointer: EditorPointer): Result<null>;
  pointerUp(pointer: EditorPointer): void;
  /** Esc or a lost pointer: what the drag did is undone. */
  pointerCancel(): void;
  /** The topmost element under a point of the canvas, by its painted bounds (lines with a hit width of 10 px). */
  elementAt(xPx: CssPx, yPx: CssPx): ElementId | null;
}
