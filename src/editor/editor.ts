import type { ElementId, Random } from '#model/kernel/ids.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import type { Result } from '#model/kernel/result.ts';
import type { CssPx, Mm } from '#model/kernel/units.ts';
import type { ResizeHandle } from '#model/elements/base/handle.ts';
import type { ElementType } from '#model/elements/element.ts';
import type { Change } from '#model/template/change.ts';
import type { RulerGuide } from '#model/template/ruler-guides.ts';
import type { Template } from '#model/template/template.ts';
import type { CellSelection } from './cell-selection.ts';
import type { ClipboardContent } from './clipboard.ts';
import type { HistoryList } from './history.ts';
import type { LastCopy } from './last-copy.ts';
import type { ElementStyle } from './style.ts';

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

/** The turn of what is selected, by the handle above it or by two fingers. */
export interface Turn {
  /** The box around what is turned, as it stood before, in mm of the label. */
  readonly boxMm: Rect;
  /** How far the hand has turned it, in degrees clockwise; beyond 360 after a whole turn. */
  readonly degrees: number;
  /** The nearest whole number of quarters: how far the elements are turned. */
  readonly quarters: number;
  /** The rotation before the turn, in degrees; 0 for several elements. */
  readonly beforeDegrees: number;
  /** Where the hand is, in CSS pixels of the canvas. */
  readonly atPx: Point;
}

/** Where an armed type comes to stand: around a point, or in a box that was drawn from one corner to the other. */
export type DrawnPlace = { readonly centreMm: Point } | { readonly drawn: DrawnBox };

export interface DrawnBox {
  /** Where the drawing began, and where it ended: a line runs from the one to the other. */
  readonly fromMm: Point;
  readonly toMm: Point;
}

/** What the pointer can take hold of at the frame around what is selected. */
export type PointerHandle = ResizeHandle | 'rotate';

/** A length that is shown with its number: a gap, a distance or a size. */
export interface SpanMark {
  /** Along which axis it is measured. */
  readonly axis: 'x' | 'y';
  readonly fromMm: Mm;
  readonly toMm: Mm;
  /** Where it is drawn on the other axis. */
  readonly atMm: Mm;
}

/** What the pointer is doing. */
export type Interaction =
  /** `turned`: a turn that has just ended. */
  | { readonly type: 'none'; readonly turned?: Turn }
  | { readonly type: 'rotate'; readonly turn: Turn }
  /** A new element is drawn: its box, and the line between its ends if it is one. */
  | {
      readonly type: 'draw';
      readonly rectMm: Rect;
      readonly line: DrawnBox | null;
      readonly guides: readonly SnapGuide[];
    }
  | { readonly type: 'pan' }
  | { readonly type: 'marquee'; readonly rectMm: Rect }
  | { readonly type: 'move'; readonly guides: readonly SnapGuide[]; readonly marks?: readonly SpanMark[] }
  | {
      readonly type: 'resize';
      readonly handle: ResizeHandle;
      readonly guides: readonly SnapGuide[];
      readonly marks?: readonly SpanMark[];
      /** What the sizes shown are those of, on the label, where it is a part of the element: a row or a column. */
      readonly partMm?: Rect;
    }
  /** A guide of the rulers is dragged: `index` in the label's list, null for a new one. */
  | {
      readonly type: 'guide';
      readonly index: number | null;
      readonly guide: RulerGuide;
      /** It is back over its ruler: letting go takes it away. */
      readonly leaving: boolean;
    };

export interface EditorState {
  readonly template: Template;
  /** Grows by one with each change of the template. */
  readonly revision: number;
  readonly selection: readonly ElementId[];
  /** What the keyboard is at, apart from the selection (keyboard-selection.ts); null while it follows the selection. */
  readonly focused: readonly ElementId[] | null;
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
  /** Dragging empty space draws the selection frame; without it, it pans (docs/develop/adr/0103). */
  readonly canvasLock: boolean;
  /** The type of element that the next drag or click on the canvas makes. */
  readonly armed: ElementType | null;
  readonly gridShown: boolean;
  readonly guidesShown: boolean;
  /** Locked guides are seen and snapped to, and cannot be dragged. */
  readonly guidesLocked: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the template is another one than was saved last: undo back to that is no change. */
  readonly dirty: boolean;
  readonly canPaste: boolean;
  /** The look that `pasteStyle` gives; null until one was copied. */
  readonly copiedStyle: ElementStyle | null;
}

/**
 * Where pasted elements come to stand: 20 canvas units beside where they were copied, where they were copied, or with
 * their middle at a point of the label in mm.
 */
export type PastePlace = 'beside' | 'inPlace' | Point;

/** The input of a command. Commands are pure: the same context gives the same outcome. */
export interface CommandContext {
  readonly template: Template;
  readonly selection: readonly ElementId[];
  readonly cellSelection: CellSelection | null;
  /** Measured bounds of elements that have not changed since they were measured; others are missing. */
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  readonly viewport: EditorViewport;
  /** The copies made last, and where their originals stood. */
  readonly lastCopy: LastCopy | null;
  /** For the ids of new elements. */
  readonly random: Random;
}

export interface CommandOutcome {
  readonly template: Template;
  /** The selection afterwards. When left out it stays as it is, without elements that are gone. */
  readonly selection?: readonly ElementId[];
  /** The cells chosen afterwards. When left out they stay chosen, without cells that are gone. */
  readonly cellSelection?: CellSelection;
  /** Copies that `duplicate` goes on from. */
  readonly lastCopy?: LastCopy;
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

/** What brought a change of the template about. */
export type ChangeOrigin = 'edit' | 'undo' | 'redo';
export type ChangeListener = (change: Change, fromRevision: number, toRevision: number, origin: ChangeOrigin) => void;

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
  /** The steps of undo. */
  history(): HistoryList;
  /** Undoes or redoes until this many steps are done. */
  goToStep(done: number): void;

  /** `focused`: what the keyboard is at from then on; null for the selection. */
  select(ids: readonly ElementId[], focused?: readonly ElementId[] | null): void;
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
  paste(content?: ClipboardContent, where?: PastePlace): Result<null>;
  /** Keeps the look of the first selected element. Problem: `edit.nothingSelected`. */
  copyStyle(): Result<null>;
  /** Replaces the template by another one (opened, or newly created). The history is empty afterwards. */
  replaceTemplate(template: Template): void;
  /** This template, which was that of the editor when it was sent, is on the server. */
  markSaved(template: Template): void;
  /** Bounds that the render worker measured at a revision; those of elements that have changed since are dropped. */
  setBounds(revision: number, bounds: ReadonlyMap<ElementId, Rect>): void;

  setCanvasSize(widthPx: CssPx, heightPx: CssPx): void;
  /** Zooms so that the label fills about 60 % of the canvas. */
  fit(): void;
  /** The same for what is selected. Problem: `edit.nothingSelected`. */
  fitSelection(): Result<null>;
  /** Zooms; the point `at` of the canvas stays where it is. */
  zoomAt(zoom: number, at?: Point): void;
  panBy(dxPx: CssPx, dyPx: CssPx): void;
  setCanvasLock(on: boolean): void;
  setGridShown(on: boolean): void;
  setGuidesShown(on: boolean): void;
  setGuidesLocked(on: boolean): void;
  setTextEditing(id: ElementId | null): void;
  /** The next drag or click on the canvas asks `place` to make an element there; it ends with that, or with `disarm`. */
  arm(type: ElementType, place: (where: DrawnPlace) => void): void;
  disarm(): void;

  /** A press. A problem is worth telling the user (a locked element). `handle` when one was hit. */
  pointerDown(pointer: EditorPointer, handle?: PointerHandle): Result<null>;
  /** A press on a guide of the rulers, or with null on a ruler, which makes a guide when it is dragged. */
  guideDown(pointer: EditorPointer, axis: RulerGuide['axis'], index: number | null): void;
  pointerMove(pointer: EditorPointer): Result<null>;
  pointerUp(pointer: EditorPointer): void;
  /** Esc or a lost pointer: what the drag did is undone. */
  pointerCancel(): void;
  /** The topmost element under a point of the canvas, by its painted bounds (lines with a hit width of 10 px). */
  elementAt(xPx: CssPx, yPx: CssPx): ElementId | null;
}
