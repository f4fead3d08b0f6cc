import { selectedCells, selectedTable } from '#editor/cell-selection.ts';
import { selectedTextStyles } from '#editor/commands/style.ts';
import type { EditorState } from '#editor/editor.ts';
import { chosenElements } from '#editor/selection.ts';
import type { Chord } from './chords.ts';
import type { IconName } from '../widgets/icons.tsx';

/** An action of a key, a button or a menu entry; also the rows of the shortcut sheet. */
export interface ActionInfo {
  readonly icon?: IconName;
  readonly chords: readonly Chord[];
  /** True if there is nothing to act on: the action is dimmed, and gives the reason if it is pressed anyway. */
  dim?(state: EditorState): boolean;
  /** True if the button or menu entry can't be pressed. */
  disabled?(state: EditorState): boolean;
  /** The action that its keys trigger as long as that one is possible. */
  readonly yieldsTo?: ActionId;
  /** True if it is not offered at all. */
  hidden?(state: EditorState): boolean;
  /** For switches: whether it is on. */
  on?(state: EditorState): boolean;
}

const key = (code: string): Chord => ({ code });
const ctrl = (code: string): Chord => ({ code, control: true });
const shift = (code: string): Chord => ({ code, shift: true });
const ctrlShift = (code: string): Chord => ({ code, control: true, shift: true });
const alt = (code: string): Chord => ({ code, alt: true });
const altShift = (code: string): Chord => ({ code, alt: true, shift: true });
const ctrlAlt = (code: string): Chord => ({ code, control: true, alt: true });

const none = (s: EditorState): boolean => s.selection.length === 0;
const fewerThanTwo = (s: EditorState): boolean => s.selection.length < 2;
const fewerThanThree = (s: EditorState): boolean => s.selection.length < 3;
/** None of the selected elements is in a group. */
const noGroup = (s: EditorState): boolean =>
  chosenElements(s.template, s.selection).every(({ group }) => group === undefined);
const empty = (s: EditorState): boolean => s.template.elements.length === 0;
const noText = (s: EditorState): boolean => selectedTextStyles(s).length === 0;
const noTable = (s: EditorState): boolean => selectedTable(s) === null;

/** Exactly one cell is selected, and it is a merged one: only then can it be split (specification 2, section 4). */
function isMergedCell(state: EditorState): boolean {
  const [index, more] = selectedCells(state);
  const cell = index === undefined || more !== undefined ? undefined : selectedTable(state)?.cells[index];
  return cell !== undefined && cell.rowSpan * cell.columnSpan > 1;
}

export const ACTION_IDS = [
  'undo',
  'redo',
  'selectAll',
  'replace',
  'copy',
  'cut',
  'paste',
  'pasteInPlace',
  'duplicate',
  'delete',
  'lock',
  'rotate',
  'rotateDegree',
  'rotateDegreeBack',
  'rotateTenth',
  'rotateTenthBack',
  'group',
  'ungroup',
  'alignLeft',
  'alignCenter',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeHorizontal',
  'distributeVertical',
  'orderFront',
  'orderForward',
  'orderBackward',
  'orderBack',
  'insertRow',
  'insertColumn',
  'deleteRow',
  'deleteColumn',
  'mergeCells',
  'splitCell',
  'bold',
  'italic',
  'underline',
  'copyStyle',
  'pasteStyle',
  'visibility',
  'layers',
  'history',
  'preflight',
  'commands',
  'asPrinted',
  'zoomIn',
  'zoomOut',
  'zoomActual',
  'zoomFit',
  'zoomSelection',
  'grid',
  'canvasLock',
  'guides',
  'guidesShown',
  'guidesLocked',
  'save',
  'download',
  'print',
  'labelSettings',
  'otherSizes',
  'languages',
  'shortcuts',
] as const;
export type ActionId = (typeof ACTION_IDS)[number];

/** Actions that are listed together everywhere. */
export const ALIGN_ACTIONS: readonly ActionId[] = [
  'alignLeft',
  'alignCenter',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
];
export const DISTRIBUTE_ACTIONS: readonly ActionId[] = ['distributeHorizontal', 'distributeVertical'];
export const ORDER_ACTIONS: readonly ActionId[] = ['orderFront', 'orderForward', 'orderBackward', 'orderBack'];
export const TEXT_STYLE_ACTIONS: readonly ActionId[] = ['bold', 'italic', 'underline'];
export const FINE_ROTATE_ACTIONS: readonly ActionId[] = [
  'rotateDegree',
  'rotateDegreeBack',
  'rotateTenth',
  'rotateTenthBack',
];
export const GUIDE_ACTIONS: readonly ActionId[] = ['guides', 'guidesShown', 'guidesLocked'];
export const TABLE_ACTIONS: readonly ActionId[] = [
  'insertRow',
  'insertColumn',
  'deleteRow',
  'deleteColumn',
  'mergeCells',
  'splitCell',
];

const ACTIONS: Readonly<Record<ActionId, ActionInfo>> = {
  undo: { icon: 'undo', chords: [ctrl('KeyZ')], disabled: (s) => !s.canUndo },
  redo: { icon: 'redo', chords: [ctrl('KeyY'), ctrlShift('KeyZ')], disabled: (s) => !s.canRedo },
  selectAll: { icon: 'selectAll', chords: [ctrl('KeyA')], dim: empty },
  replace: { icon: 'replace', chords: [ctrlAlt('KeyF'), ctrl('KeyH')], dim: empty },
  copy: { icon: 'copy', chords: [ctrl('KeyC')], dim: none },
  cut: { icon: 'cut', chords: [ctrl('KeyX')], dim: none },
  paste: { icon: 'paste', chords: [ctrl('KeyV')] },
  pasteInPlace: { icon: 'paste', chords: [ctrlShift('KeyV')] },
  duplicate: { icon: 'copy', chords: [ctrl('KeyD')], dim: none },
  delete: { icon: 'trash', chords: [key('Delete'), key('Backspace')], dim: none },

  lock: { icon: 'lock', chords: [ctrl('KeyL')], dim: none },
  rotate: { icon: 'rotate', chords: [shift('KeyR')], dim: none },
  rotateDegree: { icon: 'rotate', chords: [alt('KeyR')], dim: none },
  rotateDegreeBack: { icon: 'rotate', chords: [altShift('KeyR')], dim: none },
  rotateTenth: { icon: 'rotate', chords: [alt('KeyT')], dim: none },
  rotateTenthBack: { icon: 'rotate', chords: [altShift('KeyT')], dim: none },
  group: { icon: 'group', chords: [ctrl('KeyG')], dim: fewerThanTwo },
  ungroup: { icon: 'ungroup', chords: [ctrlShift('KeyG')], dim: noGroup },
  alignLeft: { icon: 'alignLeft', chords: [alt('KeyA')], dim: none },
  alignCenter: { icon: 'alignCenterX', chords: [alt('KeyH')], dim: none },
  alignRight: { icon: 'alignRight', chords: [alt('KeyD')], dim: none },
  alignTop: { icon: 'alignTop', chords: [alt('KeyW')], dim: none },
  alignMiddle: { icon: 'alignMiddle', chords: [alt('KeyV')], dim: none },
  alignBottom: { icon: 'alignBottom', chords: [alt('KeyS')], dim: none },
  distributeHorizontal: { icon: 'distributeX', chords: [altShift('KeyH')], dim: fewerThanThree },
  distributeVertical: { icon: 'distributeY', chords: [altShift('KeyV')], dim: fewerThanThree },
  orderFront: { icon: 'toFront', chords: [ctrlShift('BracketRight'), shift('Home')], dim: none },
  orderForward: { icon: 'forward', chords: [ctrl('BracketRight'), shift('PageUp')], dim: none },
  orderBackward: { icon: 'backward', chords: [ctrl('BracketLeft'), shift('PageDown')], dim: none },
  orderBack: { icon: 'toBack', chords: [ctrlShift('BracketLeft'), shift('End')], dim: none },

  insertRow: { icon: 'insertRow', chords: [ctrlShift('KeyL')], dim: noTable },
  insertColumn: { icon: 'insertColumn', chords: [ctrlShift('KeyC')], dim: noTable },
  deleteRow: { icon: 'deleteRow', chords: [ctrlAlt('KeyL')], dim: noTable },
  deleteColumn: { icon: 'deleteColumn', chords: [ctrlAlt('KeyC')], dim: noTable },
  mergeCells: { icon: 'mergeCells', chords: [], dim: (s) => selectedCells(s).length < 2 },
  splitCell: { icon: 'splitCell', chords: [], hidden: (s) => !isMergedCell(s) },

  bold: { icon: 'bold', chords: [ctrl('KeyB')], dim: noText },
  italic: { icon: 'italic', chords: [ctrl('KeyI')], dim: noText },
  underline: { icon: 'underline', chords: [ctrl('KeyU')], dim: noText },

  // Specification 2, section 1: with a table selected these keys delete a column (docs/develop/adr/0105).
  copyStyle: { icon: 'pickStyle', chords: [ctrlAlt('KeyC')], yieldsTo: 'deleteColumn', dim: none },
  pasteStyle: { icon: 'giveStyle', chords: [ctrlAlt('KeyV')], dim: (s) => none(s) || s.copiedStyle === null },
  visibility: { icon: 'hidden', chords: [ctrlShift('KeyH')], dim: none },
  layers: { icon: 'layers', chords: [alt('KeyL')] },
  history: { icon: 'history', chords: [alt('KeyZ')] },
  preflight: { icon: 'preflight', chords: [alt('KeyP')] },
  commands: { icon: 'search', chords: [ctrl('KeyK')] },

  asPrinted: { icon: 'dots', chords: [altShift('KeyP')] },

  zoomIn: { icon: 'zoomIn', chords: [ctrl('Equal'), ctrl('NumpadAdd'), alt('PageUp')] },
  zoomOut: { icon: 'zoomOut', chords: [ctrl('Minus'), ctrl('NumpadSubtract'), alt('PageDown')] },
  zoomActual: { chords: [ctrl('Digit0')] },
  zoomFit: { icon: 'fit', chords: [shift('Digit1')] },
  zoomSelection: { chords: [shift('Digit2')], dim: none },
  grid: { icon: 'grid', chords: [ctrl('Quote'), alt('KeyG')], on: (s) => s.gridShown },
  canvasLock: { icon: 'marquee', chords: [], on: (s) => s.canvasLock },
  guides: { icon: 'guides', chords: [shift('KeyG')] },
  guidesShown: { icon: 'guides', chords: [ctrl('Semicolon'), altShift('KeyG')], on: (s) => s.guidesShown },
  guidesLocked: { icon: 'lock', chords: [ctrlAlt('Semicolon'), altShift('KeyL')], on: (s) => s.guidesLocked },

  save: { icon: 'save', chords: [ctrl('KeyS')] },
  download: { chords: [ctrlShift('KeyS')] },
  print: { icon: 'print', chords: [ctrl('KeyP')] },
  labelSettings: { icon: 'settings', chords: [] },
  otherSizes: { icon: 'sizes', chords: [], dim: empty },
  languages: { icon: 'languages', chords: [] },
  shortcuts: { icon: 'help', chords: [shift('Slash'), key('F1')] },
};

export function actionInfo(id: ActionId): ActionInfo {
  return ACTIONS[id];
}

/** The shortcut sheet, group by group. */
export const SHORTCUT_GROUPS: Readonly<Record<string, readonly ActionId[]>> = {
  edit: [
    'undo',
    'redo',
    'selectAll',
    'replace',
    'copy',
    'cut',
    'paste',
    'pasteInPlace',
    'duplicate',
    ...TEXT_STYLE_ACTIONS,
    'copyStyle',
    'pasteStyle',
    'delete',
    'lock',
    'visibility',
    'rotate',
    ...FINE_ROTATE_ACTIONS,
  ],
  arrange: ['group', 'ungroup', ...ALIGN_ACTIONS, ...DISTRIBUTE_ACTIONS, ...ORDER_ACTIONS],
  table: ['insertRow', 'insertColumn', 'deleteRow', 'deleteColumn'],
  view: [
    'zoomIn',
    'zoomOut',
    'zoomActual',
    'zoomFit',
    'zoomSelection',
    'grid',
    'asPrinted',
    'layers',
    'history',
    'preflight',
    ...GUIDE_ACTIONS,
  ],
  file: ['save', 'download', 'print', 'commands', 'shortcuts'],
};
