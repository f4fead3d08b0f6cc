import { readStored, writeStored } from './browser-storage.ts';

/**
 * What the editor begins with, kept by this browser. The names of the first two are the specification's (1, section 3,
 * client storage).
 */
const KEYS = {
  grid: 'showGrid',
  canvasLock: 'canvasLock',
  guidesShown: 'guidesShown',
  guidesLocked: 'guidesLocked',
  autosave: 'autosave',
  singleKeys: 'singleKeyShortcuts',
} as const;
export type EditorHabit = keyof typeof KEYS;

/** What holds where nothing is kept: dragging empty space draws a frame, Space pans (docs/develop/adr/0103). */
const AT_FIRST: Readonly<Record<EditorHabit, boolean>> = {
  grid: false,
  canvasLock: true,
  guidesShown: true,
  guidesLocked: false,
  autosave: true,
  singleKeys: true,
};

export function hasHabit(habit: EditorHabit): boolean {
  const kept = readStored(KEYS[habit]);
  return kept === null ? AT_FIRST[habit] : kept === 'true';
}

/** An editor that is open in another tab keeps what it has. */
export function keepHabit(habit: EditorHabit, on: boolean): void {
  writeStored(KEYS[habit], String(on));
}
