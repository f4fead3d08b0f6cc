import type { ComponentType } from 'react';
import type { Services } from '#app/state/services.tsx';

/** The texts of the editor's first screen. The build puts them into one file (build/start-groups.ts). */
export const EDITOR_TEXTS = ['editor', 'auth', 'export', 'label', 'web', 'save', 'side', 'cloud'] as const;

/** The editor's code if it was loaded before the first screen. */
let editor: EditorCode | null = null;

/** The exports of the editor's code. */
interface EditorCode {
  readonly EditorScreen: ComponentType;
  readonly openLabelEarly: (services: Services, userId: string | null) => void;
}

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
  const code = before.then(loadEditorCode).then(
    (loaded) => {
      editor = loaded;
    },
    // The screen asks again and reports the problem.
    () => undefined,
  );
  return { texts: EDITOR_TEXTS, code };
}

export function isEditor(path: string): boolean {
  return path === '/editLabel';
}

function loadEditorCode(): Promise<EditorCode> {
  return import('#app/editor/frame/EditorScreen.tsx');
}

export async function loadEditor(): Promise<ComponentType> {
  return (await loadEditorCode()).EditorScreen;
}

export function preparedEditor(): ComponentType | null {
  return editor?.EditorScreen ?? null;
}

/** Begins to open the label of the address if the editor's code is here. */
export function openPreparedLabel(services: Services, userId: string | null): void {
  editor?.openLabelEarly(services, userId);
}
