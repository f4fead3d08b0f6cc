import type { ComponentType } from 'react';

/** The texts of what the editor shows from the start. The build puts them into one file (build/start-groups.ts). */
export const EDITOR_TEXTS = ['editor', 'auth', 'export', 'label', 'web', 'save', 'side', 'cloud'] as const;

/** The editor's code when it was there before the first screen was drawn. */
let editor: ComponentType | null = null;

export interface PreparedScreen {
  /** Names of the texts that the screen shows from the start. */
  readonly texts: readonly string[];
  /** Settles when the screen can be drawn without a loading screen before it. */
  readonly code: Promise<void>;
}

/**
 * Asks now for what the screen at this address will ask for. The editor alone is worth it: one after the other its code
 * and its texts take four fetches, and React lets a third of a second pass between two loading screens. The code is run
 * after `before`, if that succeeds.
 */
export function prepareScreen(path: string, before: Promise<unknown>): PreparedScreen {
  if (!isEditor(path)) return { texts: [], code: Promise.resolve() };
  const code = before.then(loadEditor).then(
    (screen) => {
      editor = screen;
    },
    // Asked for again, and reported, when the screen is shown.
    () => undefined,
  );
  return { texts: EDITOR_TEXTS, code };
}

export function isEditor(path: string): boolean {
  return path === '/editLabel';
}

export async function loadEditor(): Promise<ComponentType> {
  return (await import('#app/editor/EditorScreen.tsx')).EditorScreen;
}

export function preparedEditor(): ComponentType | null {
  return editor;
}
