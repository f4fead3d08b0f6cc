import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  countingOf,
  fixedText,
  withCounting,
  withOperands,
  withRunStyle,
  type DataSource,
  type ExpressionSource,
  type SequenceSource,
} from '#model/elements/base/content.ts';
import { sameStyle, type RunStyle } from '#model/elements/base/styled-text.ts';
import { unknownParts, type UnknownParts } from '#model/elements/base/unknown-parts.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { dependantsOf, possibleReferences } from '#model/elements/references.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { withContent, type ContentSlot } from './content.ts';

/**
 * The source as a sequence from 1 (specification 2, section 4). It keeps the step and repeat of an earlier sequence,
 * and the fixed text for the way back.
 */
export function asSequence(source: DataSource): SequenceSource {
  const { step, repeat } = countingOf(source) ?? { step: 1, repeat: 1 };
  return { type: 'sequence', kind: 'digits', initial: '1', step, repeat, text: source.text };
}

/** A source converted to an expression: it gives the text that was typed before. */
export function newExpression(text: string): ExpressionSource {
  const formula = text.replaceAll('{', '{{').replaceAll('}', '}}');
  return { type: 'expression', formula, operands: [], lastValue: text, text };
}

/**
 * Replaces one source of a content. It keeps unknown parts of the file unless its kind was unknown, and the counting of
 * an earlier sequence. Problems: `data.referenced` (specification 2, section 4, tip72), `data.referenceCircle`.
 */
export function setSource(slot: ContentSlot, index: number, source: DataSource): Command {
  return withList(slot, (sources, element, { elements }) => {
    const old = sources[index];
    if (old === undefined) return ok(sources.length === 0 ? [source] : sources);
    if (source.type === 'reference') {
      if (old.type !== 'reference' && isReferenced(elements, element)) return err(problem('data.referenced'));
    }
    const isCell = contentsOf(element)[slot.content]?.place !== undefined;
    if (!mayRefer(elements, element, withOperands(source), isCell)) return err(problem('data.referenceCircle'));
    const kept = old.type === 'unknown' ? undefined : withoutOldPlace(old, source);
    const unknown = withAttributes(source.unknown ?? kept, { ...kept?.attributes, ...source.unknown?.attributes });
    const styled = withRunStyle(source, source.style ?? old.style);
    const next = withCounting(styled, countingOf(source) ?? countingOf(old));
    return ok(sources.with(index, unknown === undefined ? next : { ...next, unknown }));
  });
}

/**
 * Attributes with which the original product names the column and its values (specification 2, section 3). They are not
 * used here, and would be wrong with another column.
 */
const PLACE_ATTRIBUTES: ReadonlySet<string> = new Set(['SheetIndex', 'DataBase', 'ConnectionData']);

/** The unknown parts of a source after a move of its column: `sheetIndex` is its sheet and column, from 0. */
export function movedColumn(
  unknown: UnknownParts | undefined,
  sheetIndex: readonly [sheet: number, column: number] | null,
): UnknownParts | undefined {
  const kept = Object.entries(unknown?.attributes ?? {}).filter(([name]) => !PLACE_ATTRIBUTES.has(name));
  const place = sheetIndex === null ? {} : { SheetIndex: JSON.stringify(sheetIndex) };
  return withAttributes(unknown, { ...Object.fromEntries(kept), ...place });
}

function withAttributes(
  unknown: UnknownParts | undefined,
  attributes: Readonly<Record<string, string>>,
): UnknownParts | undefined {
  return unknownParts({ ...unknown, attributes });
}

function withoutOldPlace(old: DataSource, next: DataSource): UnknownParts | undefined {
  const { unknown } = old;
  if (old.type !== 'column' || unknown?.attributes === undefined) return unknown;
  const same = (['connection', 'sheet', 'column'] as const).every(
    (key) => next.type === 'column' && next[key] === old[key],
  );
  if (same) return unknown;
  return movedColumn(unknown, null);
}

/** Replaces all sources by typed runs and the sources between them, of which none may be new. */
export function setRuns(slot: ContentSlot, runs: Sources): Command {
  return withList(slot, () => ok(runs));
}

/** Changes fields of the style that the value of a source has in its text; undefined is the text's own. */
export function setRunStyle(slot: ContentSlot, index: number, fields: RunStyle): Command {
  return withList(slot, (sources) => {
    const source = sources[index];
    const style = { ...source?.style, ...fields };
    if (source === undefined || sameStyle(source.style, style)) return ok(sources);
    return ok(sources.with(index, withRunStyle(source, style)));
  });
}

/** Adds an empty text after the other sources. */
export function addSource(slot: ContentSlot): Command {
  return withList(slot, (sources) => ok([...sources, fixedText('')]));
}

/** Removes a source. The last one stays: a content has at least one. */
export function removeSource(slot: ContentSlot, index: number): Command {
  return withList(slot, (sources) =>
    ok(sources.length > 1 && index in sources ? sources.toSpliced(index, 1) : sources),
  );
}

/** Moves a source one place up (-1) or down (1), but not past an end. */
export function moveSource(slot: ContentSlot, index: number, by: -1 | 1): Command {
  return withList(slot, (sources) => {
    const [source, other] = [sources[index], sources[index + by]];
    if (source === undefined || other === undefined) return ok(sources);
    return ok(sources.with(index, other).with(index + by, source));
  });
}

/** Whether an element may use these sources: without a circle, and in a table cell without other elements. */
export function mayRefer(
  elements: readonly LabelElement[],
  element: LabelElement,
  sources: readonly DataSource[],
  isCell: boolean,
): boolean {
  const references = sources.filter((source) => source.type === 'reference');
  if (references.length === 0) return true;
  const possible = new Set(possibleReferences(elements, element.id).map(({ id }) => id));
  return !isCell && references.every((source) => possible.has(source.element));
}

/** Whether other elements show the value of this one. */
export function isReferenced(elements: readonly LabelElement[], element: LabelElement): boolean {
  return dependantsOf(elements, new Set([element.id])).length > 0;
}

type Sources = readonly DataSource[];

/** A command that changes the list of sources of one content. Returning the same list changes nothing. */
function withList(
  slot: ContentSlot,
  edit: (sources: Sources, element: LabelElement, template: Template) => Result<Sources>,
): Command {
  return ({ template }) => {
    const element = template.elements.find((e) => e.id === slot.id);
    const sources = element === undefined ? undefined : contentsOf(element)[slot.content]?.sources;
    if (element === undefined || sources === undefined) return ok({ template });
    const edited = edit(sources, element, template);
    if (!edited.ok) return edited;
    if (edited.value === sources) return ok({ template });
    return ok({ template: withElements(template, [withContent(element, slot.content, edited.value)]) });
  };
}
