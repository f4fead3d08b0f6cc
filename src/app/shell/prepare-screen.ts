import type { ComponentType } from 'react';

/** The texts of the editor's first screen. The build puts them into one file (build/start-groups.ts). */
export const EDITOR_TEXTS = ['editor', 'auth', 'export', 'label', 'web', 'save', 'side', 'cloud'] as const;

/** The editor's code if it was loaded before the first screen. */
let editor: ComponentType | null = null;

export interface PreparedScreen {
  /** Names of the texts of the first screen. */
  readonly texts: readonly string[];
  /** Settles when the screen can render without a loading screen first. */
  readonly code: Promise<void>;
}

/**
 * Fetches the code and texts of the screen at this address early. Only the editor benefits: its code and its texts take
 * four consecutive fetches, and React waits a third of a second between two loading screens. The code runs after `before`,
 * if that succeeds.
 */
export function prepareScreen(path: string, before: Promise<unknown>): PreparedScreen {
  if (!isEditor(path)) return { texts: [], code: Promise.resolve() };
  const code = before.then(loadEditor).then(
    (screen) => {
      editor = screen;
    },
    // The screen asks again and reports the problem.
    () => undefined,
  );
  return { texts: EDITOR_TEXTS, code };
}

export function isEditor(path: string): boolean {
  return path === '/editLabel';
}

export async function loadEditor(): Promise<ComponentType> {
  return (await import('#app/editor/frame/EditorScreen.tsx')).EditorScreen;
}

export function preparedEditor(): ComponentType | null {
  return editor;
}
