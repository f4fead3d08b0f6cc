import { ok } from '#model/kernel/result.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { fixedText, retyped, type DataSource, type FixedSource } from '#model/elements/base/content.ts';
import type { TypedContent } from '#model/elements/base/content-behaviour.ts';
import { contentsOf, definitionOf, withContents, type LabelElement } from '#model/elements/element.ts';
import { isText } from '#model/elements/text/text-element.ts';
import { selectedCells } from '../cell-selection.ts';
import type { Command, EditorState } from '../editor.ts';
import { withElements } from '../footprint.ts';

/** One content of one element, as data source cards and typing on the canvas edit it. */
export interface ContentSlot {
  readonly id: ElementId;
  /** Its index in `contentsOf`: 0 for an element with one content. */
  readonly content: number;
}

/** A content that is typed in place. */
export interface TypedSlot extends ContentSlot, TypedContent {
  readonly sources: readonly DataSource[];
  /** Whether parts of it can have a style of their own. */
  readonly hasRuns: boolean;
}

/** Whether the source is plain typed text, and nothing that is filled in or calculated. */
export function isTypedSource(source: DataSource): source is FixedSource {
  return source.type === 'fixed' && source.blank === undefined && source.opensLabel === undefined;
}

/**
 * The content that can be typed in place: the element's only one, or that of the one chosen cell, if it has one fixed
 * source. A text can have others between its typed ones.
 */
export function typableContent(state: EditorState, id: ElementId): TypedSlot | null {
  const element = state.template.elements.find((e) => e.id === id);
  if (element === undefined) return null;
  const contents = contentsOf(element);
  const content = contents.length === 1 && contents[0]?.place === undefined ? 0 : onlyChosenCell(state, id);
  const sources = (content === null ? undefined : contents[content]?.sources) ?? [];
  const isOneText = sources.length === 1 && sources[0]?.type === 'fixed';
  // While it is typed in, all typed parts may be deleted. A text that is filled in as a whole has one style.
  const hasRuns = isText(element) && (sources.some(isTypedSource) || (!isOneText && state.textEditing === id));
  if (content === null || !(hasRuns || isOneText)) return null;
  const typed = definitionOf(element.type).typedContent(element, content);
  return typed === null ? null : { id, content, sources, hasRuns, ...typed };
}

function onlyChosenCell(state: EditorState, id: ElementId): number | null {
  const [cell, more] = state.cellSelection?.id === id ? selectedCells(state) : [];
  return cell === undefined || more !== undefined ? null : cell;
}

/** The element with other sources for one of its contents. */
export function withContent(element: LabelElement, content: number, sources: readonly DataSource[]): LabelElement {
  return withContents(
    element,
    contentsOf(element).map((c, i) => (i === content ? sources : c.sources)),
  );
}

/** Sets the text of one content in the main language: of its only fixed source, or the first of several. */
export function setText({ id, content }: ContentSlot, text: string): Command {
  return ({ template }) => {
    const element = template.elements.find((e) => e.id === id);
    const sources = element === undefined ? undefined : contentsOf(element)[content]?.sources;
    if (element === undefined || sources === undefined) return ok({ template });
    const at = sources.findIndex((s) => s.type === 'fixed');
    const same = sources[at];
    if (same !== undefined && same.text === text) return ok({ template });
    const next = same?.type === 'fixed' ? sources.with(at, retyped(same, text)) : [...sources, fixedText(text)];
    return ok({ template: withElements(template, [withContent(element, content, next)]) });
  };
}
