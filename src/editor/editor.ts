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

/** The part of the label that the canvas shows, in CSS pixels. */
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
  /** Position on the label. */
  readonly atMm: Mm;
  readonly fromMm: Mm;
  readonly toMm: Mm;
}

/** A rotation of the selection, by the handle above it or by two fingers. */
export interface Turn {
  /** The box around the selection before the rotation, in mm of the label. That of one element is level. */
  readonly boxMm: Rect;
  /** How far the box of one element was turned further before, in degrees. */
  readonly boxDegrees: number;
  /** The rotation of the frame, in degrees clockwise; beyond 360 after a whole turn. */
  readonly degrees: number;
  /** The rotation of the elements: that of the frame, or of symbols the nearest quarter turn. */
  readonly keptDegrees: number;
  /** The rotation before, in degrees; 0 for several elements. */
  readonly beforeDegrees: number;
  /** The pointer, in CSS pixels of the canvas. */
  readonly atPx: Point;
}

/** The place of an armed type: around a point, or in a box drawn from one corner to the other. */
export type DrawnPlace = { readonly centreMm: Point } | { readonly drawn: DrawnBox };

export interface DrawnBox {
  /** Start and end of the drawing: a line runs from one to the other. */
  readonly fromMm: Point;
  readonly toMm: Point;
}

/** A handle of the frame around the selection. */
export type PointerHandle = ResizeHandle | 'rotate';

/** A length shown with its number: a gap, a distance or a size. */
export interface SpanMark {
  /** The axis along which it is measured. */
  readonly axis: 'x' | 'y';
  readonly fromMm: Mm;
  readonly toMm: Mm;
  /** Position on the other axis. */
  readonly atMm: Mm;
}

/** What the pointer is doing. */
export type Interaction =
  /** `turned`: a rotation that has just ended. */
  | { readonly type: 'none'; readonly turned?: Turn }
  | { readonly type: 'rotate'; readonly turn: Turn }
  /** A new element is being drawn: its box, and the line between its ends if it is a line. */
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
      /** The part of the element to which the shown sizes belong, on the label: a row or a column. */
      readonly partMm?: Rect;
    }
  /** A ruler guide is being dragged: `index` in the label's list, null for a new one. */
  | {
      readonly type: 'guide';
      readonly index: number | null;
      readonly guide: RulerGuide;
      /** It is back over its ruler: releasing it removes it. */
      readonly leaving: boolean;
    };

export interface EditorState {
  readonly template: Template;
  /** Grows by one with each change of the template. */
  readonly revision: number;
  readonly selection: readonly ElementId[];
  /**
   * The keyboard focus, if it differs from the selection (keyboard-selection.ts); null while it follows the selection.
   */
  readonly focused: readonly ElementId[] | null;
  /** The chosen cells of the one selected table; null when there are none. */
  readonly cellSelection: CellSelection | null;
  /** On touch screens: each tap on a cell of the selected table adds or removes it, like Ctrl+click. */
  readonly cellsToggle: boolean;
  /**
   * The bounds of each element as last painted, before its further turn (see `visibleBounds`); an element that was not
   * painted yet has its box.
   */
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  /** By how much elements are painted below their place because texts above have grown; only those that are. */
  readonly pushes: ReadonlyMap<ElementId, Mm>;
  readonly viewport: EditorViewport;
  readonly interaction: Interaction;
  /** The element with its text being typed on the canvas. */
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
 * Where elements are pasted: offset by 20 canvas units from where they were copied, exactly where they were copied, or
 * with their middle at a point of the label in mm.
 */
export type PastePlace = 'offset' | 'inPlace' | Point;

/** The input of a command. Commands are pure: the same context gives the same result. */
export interface CommandContext {
  readonly template: Template;
  readonly selection: readonly ElementId[];
  readonly cellSelection: CellSelection | null;
  /** Measured bounds of elements that have not changed since the measurement; others are missing. */
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  readonly viewport: EditorViewport;
  /** The copies made last, and the places of their originals. */
  readonly lastCopy: LastCopy | null;
  /** For the ids of new elements. */
  readonly random: Random;
}

export interface CommandOutcome {
  readonly template: Template;
  /** The selection afterwards. When left out it stays, without deleted elements. */
  readonly selection?: readonly ElementId[];
  /** The chosen cells afterwards. When left out they stay chosen, without deleted cells. */
  readonly cellSelection?: CellSelection;
  /** Copies that `duplicate` continues from. */
  readonly lastCopy?: LastCopy;
}

/** One user action on a template, or the reason why it is rejected (`edit.nothingSelected`, `edit.locked` …). */
export type Command = (context: CommandContext) => Result<CommandOutcome>;

/** A pointer event without the DOM. */
export interface EditorPointer {
  /** From the top left of the canvas. */
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

/** The origin of a template change. */
export type ChangeOrigin = 'edit' | 'undo' | 'redo';
export type ChangeListener = (change: Change, fromRevision: number, toRevision: number, origin: ChangeOrigin) => void;

/**
 * The headless editor: owns the template, its history, the selection, the viewport and the pointer state. It depends on
 * no React, DOM or worker.
 */
export interface Editor {
  state(): EditorState;
  /** Calls the listener after each change of the state. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Calls the listener with each change of the template: feeds the render worker and autosave. */
  onChange(listener: ChangeListener): () => void;

  /**
   * Runs a command as one undo entry. Successive calls with the same `merge` key become one entry (a slider, typing,
   * nudging) until another command or `endMerge`.
   */
  run(command: Command, merge?: string): Result<null>;
  endMerge(): void;
  undo(): void;
  redo(): void;
  /** The undo steps. */
  history(): HistoryList;
  /** Undoes or redoes until `done` steps are done. */
  goToStep(done: number): void;

  /** `focused`: the keyboard focus from then on; null for the selection. */
  select(ids: readonly ElementId[], focused?: readonly ElementId[] | null): void;
  /** Chooses cells of the one selected table. */
  selectCells(cells: CellSelection | null): void;
  /** Turns `cellsToggle` on or off; it ends when the table is no longer the only selected element. */
  setCellsToggle(on: boolean): void;
  /** Keeps the selected elements for `paste`; the result may be written to the system's clipboard (`clipboardText`). */
  copy(): Result<ClipboardContent>;
  /**
   * Pastes what was copied here, or the given content (of another tab). Each repeat of the same content is offset by 20
   * more canvas units.
   */
  paste(content?: ClipboardContent, where?: PastePlace): Result<null>;
  /** Copies the style of the first selected element. Problem: `edit.nothingSelected`. */
  copyStyle(): Result<null>;
  /** Replaces the template by another one (opened or new). The history is empty afterwards. */
  replaceTemplate(template: Template): void;
  /** Records that this version of the template is saved on the server. */
  markSaved(template: Template): void;
  /**
   * Sets the bounds that the render worker measured at a revision; those of elements that have changed since are
   * discarded.
   */
  setBounds(revision: number, bounds: ReadonlyMap<ElementId, Rect>, pushes?: ReadonlyMap<ElementId, Mm>): void;

  setCanvasSize(widthPx: CssPx, heightPx: CssPx): void;
  /** Zooms so that the label fills about 60 % of the canvas. */
  fit(): void;
  /** The same for the selection. Problem: `edit.nothingSelected`. */
  fitSelection(): Result<null>;
  /** Zooms; the point `at` of the canvas stays in place. */
  zoomAt(zoom: number, at?: Point): void;
  panBy(dxPx: CssPx, dyPx: CssPx): void;
  setCanvasLock(on: boolean): void;
  setGridShown(on: boolean): void;
  setGuidesShown(on: boolean): void;
  setGuidesLocked(on: boolean): void;
  setTextEditing(id: ElementId | null): void;
  /** The next drag or click on the canvas calls `place` to create an element; this or `disarm` ends it. */
  arm(type: ElementType, place: (where: DrawnPlace) => void): void;
  disarm(): void;

  /** A press. A returned problem is shown to the user (a locked element). `handle` if one was hit. */
  pointerDown(pointer: EditorPointer, handle?: PointerHandle): Result<null>;
  /** A press on a ruler guide, or with null on a ruler, from which a drag creates a guide. */
  guideDown(pointer: EditorPointer, axis: RulerGuide['axis'], index: number | null): void;
  pointerMove(pointer: EditorPointer): Result<null>;
  pointerUp(pointer: EditorPointer): void;
  /** Esc or a lost pointer: reverts the drag. */
  pointerCancel(): void;
  /** The topmost element at a point of the canvas, by its painted bounds (lines with a hit width of 10 px). */
  elementAt(xPx: CssPx, yPx: CssPx): ElementId | null;
}
