import type { RulerGuide } from '#model/template/ruler-guides.ts';
import type { EditorState } from './editor.ts';

const NONE: readonly RulerGuide[] = [];

export function guidesOf({ template }: Pick<EditorState, 'template'>): readonly RulerGuide[] {
  return template.label.guides ?? NONE;
}

/** The visible guides, which snapping uses. */
export function shownGuides(state: Pick<EditorState, 'template' | 'guidesShown'>): readonly RulerGuide[] {
  return state.guidesShown ? guidesOf(state) : NONE;
}
