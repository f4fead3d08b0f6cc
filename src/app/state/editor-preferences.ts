import { readStored, writeStored } from './browser-storage.ts';

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
