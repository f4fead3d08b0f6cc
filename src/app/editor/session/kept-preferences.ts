import type { Editor, EditorState } from '#editor/editor.ts';
import { isPreferenceOn, savePreference, type EditorPreference } from '#app/state/editor-preferences.ts';

/** The switches of the editor that the next label starts with. */
type Kept = Pick<EditorState, 'gridShown' | 'guidesShown' | 'guidesLocked' | 'canvasLock'>;

/** Where each is stored. */
const KEPT: { readonly [K in keyof Kept]: EditorPreference } = {
  gridShown: 'grid',
  guidesShown: 'guidesShown',
  guidesLocked: 'guidesLocked',
  canvasLock: 'canvasLock',
};

/** The switches as they were left. */
export function keptPreferences(): Kept {
  return {
    gridShown: isPreferenceOn(KEPT.gridShown),
    guidesShown: isPreferenceOn(KEPT.guidesShown),
    guidesLocked: isPreferenceOn(KEPT.guidesLocked),
    canvasLock: isPreferenceOn(KEPT.canvasLock),
  };
}

/** Saves each switch when it changes. Returns a function that stops it. */
export function keepPreferences(editor: Editor): () => void {
  let before: Kept = editor.state();
  return editor.subscribe(() => {
    const now = editor.state();
    for (const name of Object.keys(KEPT) as (keyof Kept)[]) {
      if (now[name] !== before[name]) savePreference(KEPT[name], now[name]);
    }
    before = now;
  });
}
