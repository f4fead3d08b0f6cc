import { readStored, writeStored } from './browser-storage.ts';
import { storedAtom, useStored, type StoredAtom } from './stored-atom.ts';

/**
 * Defaults of the editor, kept by this browser. The names of the first two are the specification's (1, section 3, client
 * storage).
 */
const KEYS = {
  grid: 'showGrid',
  canvasLock: 'canvasLock',
  guidesShown: 'guidesShown',
  guidesLocked: 'guidesLocked',
  autosave: 'autosave',
  singleKeys: 'singleKeyShortcuts',
} as const;
export type EditorPreference = keyof typeof KEYS;

/** Values for unset preferences: dragging empty space draws a frame, Space pans (docs/develop/adr/0103). */
const AT_FIRST: Readonly<Record<EditorPreference, boolean>> = {
  grid: false,
  canvasLock: true,
  guidesShown: true,
  guidesLocked: false,
  autosave: true,
  singleKeys: true,
};

export function isPreferenceOn(preference: EditorPreference): boolean {
  const kept = readStored(KEYS[preference]);
  return kept === null ? AT_FIRST[preference] : kept === 'true';
}

/** Does not affect an open editor in another tab. */
export function savePreference(preference: EditorPreference, on: boolean): void {
  writeStored(KEYS[preference], String(on));
}

const gradesShownAtom = shownAtom('gradesHidden');
const selectionBarShownAtom = shownAtom('selectionBarHidden');

function shownAtom(key: string): StoredAtom<boolean> {
  return storedAtom<boolean>(
    key,
    (hidden) => hidden === null,
    (shown) => (shown ? null : 'true'),
  );
}

/** Whether the canvas shows the grade of each code. */
export function useGradesShown(): readonly [shown: boolean, set: (shown: boolean) => void] {
  return useStored(gradesShownAtom);
}

/** Whether the canvas shows a bar next to the selection. */
export function useSelectionBarShown(): readonly [shown: boolean, set: (shown: boolean) => void] {
  return useStored(selectionBarShownAtom);
}
