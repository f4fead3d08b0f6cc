import { readStored, writeStored } from './browser-storage.ts';

/** What the editor begins with, kept by this browser. The names are the specification's (1, section 3, client storage). */
const KEYS = { grid: 'showGrid', canvasLock: 'canvasLock' } as const;
export type EditorHabit = keyof typeof KEYS;

export function hasHabit(habit: EditorHabit): boolean {
  return readStored(KEYS[habit]) === 'true';
}

/** An editor that is open in another tab keeps what it has. */
export function keepHabit(habit: EditorHabit, on: boolean): void {
  writeStored(KEYS[habit], String(on));
}
