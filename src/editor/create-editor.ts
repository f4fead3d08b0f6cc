import type { Random, ElementId } from '#model/kernel/ids.ts';
import type { CssPx } from '#model/kernel/units.ts';
import { unionRects } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { applyChange, diffTemplates, isEmptyChange, isSameTemplate } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import { clipboardText, type ClipboardContent } from './clipboard.ts';
import { presentCells, type CellSelection, selectedTable } from './cell-selection.ts';
import { copied, pasteContent } from './commands/copy-paste.ts';
import type {
  ChangeListener,
  ChangeOrigin,
  CommandContext,
  DrawnPlace,
  Editor,
  EditorState,
  EditorViewport,
} from './editor.ts';
import { selectionBox } from './footprint.ts';
import { hitElement } from './hit-test.ts';
import { History, type HistoryStep } from './history.ts';
import type { LastCopy } from './last-copy.ts';
import { carriedOver, mergedBounds, unmeasured, type MeasuredBounds } from './measured-bounds.ts';
import { chosenElements, presentIds, sameIds, selectedElements } from './selection.ts';
import { styleOf } from './style.ts';
import { createPointerTool } from './tools/pointer-tool.ts';
import { fitted, fittedTo, panned, zoomedAt } from './viewport.ts';

export interface EditorOptions {
  readonly template: Template;
  readonly random: Random;
  /** True when left out. The caller stores it between visits. */
  readonly canvasLock?: boolean;
  readonly gridShown?: boolean;
  readonly guidesShown?: boolean;
  readonly guidesLocked?: boolean;
}

/** Used until the size of the canvas is known. */
const NO_VIEWPORT: EditorViewport = { widthPx: 0, heightPx: 0, zoom: 1, originXPx: 0, originYPx: 0 };

export function createEditor(options: EditorOptions): Editor {
  const history = new History();
  const listeners = new Set<() => void>();
  const changeListeners = new Set<ChangeListener>();
  let bounds: MeasuredBounds = unmeasured(options.template);
  /** The revision of the last change of each changed element. */
  const changedAt = new Map<ElementId, number>();
  let saved = options.template;
  let clipboard: { readonly content: ClipboardContent; readonly pastes: number } | null = null;
  let lastCopy: LastCopy | null = null;
  let placeArmed: ((where: DrawnPlace) => void) | null = null;
  let drag: { template: Template; selection: readonly ElementId[] } | null = null;

  let state: EditorState = {
    template: options.template,
    revision: 0,
    selection: [],
    focused: null,
    cellSelection: null,
    cellsToggle: false,
    bounds: bounds.shown,
    pushes: bounds.pushes,
    viewport: NO_VIEWPORT,
    interaction: { type: 'none' },
    textEditing: null,
    canvasLock: options.canvasLock ?? true,
    armed: null,
    gridShown: options.gridShown ?? false,
    guidesShown: options.guidesShown ?? true,
    guidesLocked: options.guidesLocked ?? false,
    canUndo: false,
    canRedo: false,
    dirty: false,
    canPaste: false,
    copiedStyle: null,
  };

  function patch(fields: Partial<EditorState>): void {
    const next = { ...state, ...fields };
    state = {
      ...next,
      focused: next.focused === null ? null : presentFocus(next),
      cellSelection: presentCells(next, next.cellSelection),
      cellsToggle: next.cellsToggle && selectedTable(next) !== null,
      bounds: bounds.shown,
      pushes: bounds.pushes,
      canUndo: history.canUndo,
      canRedo: history.canRedo,
      dirty: !isSameTemplate(next.template, saved),
      canPaste: clipboard !== null,
    };
    for (const listener of listeners) listener();
  }

  /** Sets the template as the next revision, and the part of the selection that still exists. */
  function take(
    template: Template,
    wanted: readonly ElementId[],
    interaction = state.interaction,
    origin: ChangeOrigin = 'edit',
  ): void {
    const change = diffTemplates(state.template, template);
    // Selected elements exist unless this change removes some.
    const isKept = wanted === state.selection && change.removed.length === 0;
    const ids = isKept ? wanted : presentIds(template, wanted);
    const selection = sameIds(ids, state.selection) ? state.selection : ids;
    const focused = selection === state.selection ? state.focused : null;
    if (isEmptyChange(change)) {
      patch({ selection, focused, interaction });
      return;
    }
    const from = state.revision;
    bounds = carriedOver(bounds, change);
    for (const { element } of change.removed) changedAt.delete(element.id);
    for (const { element } of change.added) changedAt.set(element.id, from + 1);
    for (const [, element] of change.updated) changedAt.set(element.id, from + 1);
    const { textEditing } = state;
    const editingRemoved = textEditing !== null && !template.elements.some((e) => e.id === textEditing);
    const textEnded = editingRemoved ? { textEditing: null } : {};
    patch({ template, revision: from + 1, selection, focused, interaction, ...textEnded });
    for (const listener of changeListeners) listener(change, from, from + 1, origin);
  }

  function takeStep(step: HistoryStep, origin: ChangeOrigin): void {
    take(applyChange(state.template, step.change), step.selection, state.interaction, origin);
  }

  function context(): CommandContext {
    const { template, selection, cellSelection, viewport } = state;
    return { template, selection, cellSelection, viewport, lastCopy, bounds: bounds.fresh, random: options.random };
  }

  function select(ids: readonly ElementId[], focused: readonly ElementId[] | null = null): void {
    const next = presentIds(state.template, ids);
    if (!sameIds(next, state.selection)) {
      history.endMerge();
      patch({ selection: next, focused });
    } else if (focused !== state.focused) patch({ focused });
  }

  function selectCells(cellSelection: CellSelection | null): void {
    history.endMerge();
    patch({ cellSelection });
  }

  function endDrag(): void {
    if (drag === null) return;
    const begun = drag;
    drag = null;
    history.record(begun.template, begun.selection, state.template, state.selection, null);
    patch({});
  }

  function revertDrag(): void {
    if (drag === null) return;
    const begun = drag;
    drag = null;
    take(begun.template, begun.selection);
  }

  function hitAt(x: CssPx, y: CssPx): ElementId | null {
    const { template, viewport } = state;
    return hitElement(template.elements, bounds, viewport, { x, y }, template.label.widthMm);
  }

  function panBy(dxPx: CssPx, dyPx: CssPx): void {
    const { widthMm: width, heightMm: height } = state.template.label;
    const label = { x: 0, y: 0, width, height };
    // Elements outside the label are reachable, too.
    const reach = unionRects([label, ...bounds.shown.values()]) ?? label;
    patch({ viewport: panned(state.viewport, dxPx, dyPx, reach) });
  }

  const tool = createPointerTool({
    state: () => state,
    context,
    select,
    selectCells,
    show: (interaction) => patch({ interaction }),
    panBy,
    showGuides: () => patch({ guidesShown: true }),
    hit: hitAt,
    beginDrag() {
      history.endMerge();
      drag = { template: state.template, selection: state.selection };
    },
    noteCopy(copy) {
      lastCopy = copy;
    },
    place(where) {
      const place = placeArmed;
      editor.disarm();
      place?.(where);
    },
    updateDrag: (template, selection) => take(template, selection ?? state.selection),
    showDrag: (template, interaction) => take(template, state.selection, interaction),
    endDrag,
    revertDrag,
  });

  function replaceTemplate(template: Template): void {
    tool.cancel();
    editor.disarm();
    history.clear();
    const sized =
      template.label.widthMm !== state.template.label.widthMm ||
      template.label.heightMm !== state.template.label.heightMm;
    saved = template;
    take(template, []);
    patch({
      textEditing: null,
      ...(sized && state.viewport.widthPx > 0 ? { viewport: fitted(state.viewport, template.label) } : {}),
    });
  }

  const editor: Editor = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },

    run(command, merge) {
      tool.finish();
      const outcome = command(context());
      if (!outcome.ok) return outcome;
      const { template, selection } = state;
      const key = merge ?? null;
      if (key === null || !history.isMerging(key)) history.endMerge();
      if (outcome.value.template !== template) {
        const wanted = outcome.value.selection ?? selection;
        const after = presentIds(outcome.value.template, wanted);
        history.record(template, selection, outcome.value.template, after, key);
      }
      take(outcome.value.template, outcome.value.selection ?? selection);
      lastCopy = outcome.value.lastCopy ?? lastCopy;
      if (outcome.value.cellSelection !== undefined) patch({ cellSelection: outcome.value.cellSelection });
      return ok(null);
    },
    endMerge: () => history.endMerge(),
    undo() {
      // During a drag, undo cancels the drag.
      if (tool.cancel()) return;
      const step = history.undo();
      if (step !== null) takeStep(step, 'undo');
    },
    redo() {
      if (tool.cancel()) return;
      const step = history.redo();
      if (step !== null) takeStep(step, 'redo');
    },
    history: () => history.list,
    goToStep(done) {
      tool.finish();
      const from = history.list.done;
      for (let at = from; at > done && history.canUndo; at--) editor.undo();
      for (let at = from; at < done && history.canRedo; at++) editor.redo();
    },

    select,
    selectCells,
    copy() {
      const content = copied(context());
      if (content.ok) {
        clipboard = { content: content.value, pastes: 0 };
        patch({});
      }
      return content;
    },
    copyStyle() {
      const selected = selectedElements(state);
      const [first] = selected.ok ? selected.value : [];
      if (first === undefined) return err(problem('edit.nothingSelected'));
      patch({ copiedStyle: styleOf(first, state.cellSelection) });
      return ok(null);
    },
    paste(content, where = 'offset') {
      if (content !== undefined && !isSameContent(content, clipboard?.content)) {
        clipboard = { content, pastes: 0 };
      }
      if (clipboard === null) return err(problem('edit.clipboardEmpty'));
      if (where !== 'offset') return editor.run(pasteContent(clipboard.content, where));
      clipboard = { content: clipboard.content, pastes: clipboard.pastes + 1 };
      return editor.run(pasteContent(clipboard.content, clipboard.pastes));
    },
    replaceTemplate,
    markSaved(template) {
      saved = template;
      patch({});
    },
    setBounds(revision, measured, pushes = new Map()) {
      const before = bounds;
      bounds = mergedBounds(bounds, measured, pushes, (id) => (changedAt.get(id) ?? 0) <= revision);
      if (bounds.shown !== before.shown || bounds.pushes !== before.pushes) patch({});
    },

    setCanvasSize(widthPx, heightPx) {
      if (widthPx === state.viewport.widthPx && heightPx === state.viewport.heightPx) return;
      patch({ viewport: fitted({ ...state.viewport, widthPx, heightPx }, state.template.label) });
    },
    fit: () => patch({ viewport: fitted(state.viewport, state.template.label) }),
    fitSelection() {
      const box = selectionBox(chosenElements(state.template, state.selection), state.bounds);
      if (box === null) return err(problem('edit.nothingSelected'));
      patch({ viewport: fittedTo(state.viewport, box) });
      return ok(null);
    },
    zoomAt: (zoom, at) => patch({ viewport: zoomedAt(state.viewport, zoom, at) }),
    panBy,
    setCellsToggle: (cellsToggle) => patch({ cellsToggle }),
    setCanvasLock: (canvasLock) => patch({ canvasLock }),
    setGridShown: (gridShown) => patch({ gridShown }),
    setGuidesShown: (guidesShown) => patch({ guidesShown }),
    setGuidesLocked: (guidesLocked) => patch({ guidesLocked }),
    setTextEditing(textEditing) {
      if (textEditing === state.textEditing) return;
      history.endMerge();
      patch({ textEditing });
    },
    arm(type, place) {
      placeArmed = place;
      patch({ armed: type });
    },
    disarm() {
      placeArmed = null;
      if (state.armed !== null) patch({ armed: null });
    },

    pointerDown(pointer, handle) {
      if (state.textEditing !== null) editor.setTextEditing(null);
      return tool.down(pointer, handle);
    },
    guideDown(pointer, axis, index) {
      if (state.textEditing !== null) editor.setTextEditing(null);
      tool.guide(pointer, axis, index);
    },
    pointerMove: (pointer) => tool.move(pointer),
    pointerUp: (pointer) => tool.up(pointer),
    pointerCancel: () => void tool.cancel(),
    elementAt: hitAt,
  };
  return editor;
}

/** Null if one of its elements no longer exists. */
function presentFocus({ template, focused }: EditorState): readonly ElementId[] | null {
  return focused !== null && chosenElements(template, focused).length === focused.length ? focused : null;
}

/** Whether the text of the system's clipboard was copied here. */
function isSameContent(a: ClipboardContent, b: ClipboardContent | undefined): boolean {
  return b !== undefined && clipboardText(a) === clipboardText(b);
}
