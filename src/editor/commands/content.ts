import { ok } from '#model/kernel/result.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import { contentsOf, withContents, type LabelElement } from '#model/elements/element.ts';
import { selectedCells } from '../cell-selection.ts';
import type { Command, EditorState } from '../editor.ts';
import { withElements } from '../footprint.ts';

/** One content of one element: what a data source card and the typing on the canvas change. */
export interface ContentSlot {
  readonly id: ElementId;
  /** Its index in `contentsOf`: 0 where an element has but one. */
  readonly content: number;
}

/** The content that can be typed where it stands: a text's, or the one chosen cell's, that has one typed source. */
export function typableContent(state: EditorState, id: ElementId): ContentSlot | null {
  const element = state.template.elements.find((e) => e.id === id);
  const cells = state.cellSelection?.id === id ? selectedCells(state) : [];
  const content = element?.type === 'text' ? 0 : cells.length === 1 ? cells[0] : undefined;
  if (element === undefined || content === undefined) return null;
  const [source, more] = contentsOf(element)[content]?.sources ?? [];
  return source?.type === 'fixed' && more === undefined ? { id, content } : null;
}

/** The element with other sources for one of its contents. */
export function withContent(element: LabelElement, content: number, sources: readonly DataSource[]): LabelElement {
  return withContents(
    element,
    contentsOf(element).map((c, i) => (i === content ? sources : c.sources)),
  );
}

/** Types a text into one content: its only fixed source, or the first of several. */
export function setText({ id, content }: ContentSlot, text: string): Command {
  return ({ template }) => {
    const element = template.elements.find((e) => e.id === id);
    const sources = element === undefined ? undefined : contentsOf(element)[content]?.sources;
    if (element === undefined || sources === undefined) return ok({ template });
    const at = sources.findIndex((s) => s.type === 'fixed');
    const same = sources[at];
    if (same !== undefined && same.text === text) return ok({ template });
    const next = at < 0 ? [...sources, fixedText(text)] : sources.with(at, fixedText(text));
    return ok({ template: withElements(template, [withContent(element, content, next)]) });
  };
}
