import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import {
  changedLookFields,
  MAX_NAMED_STYLES,
  styleFrom,
  styleKindOf,
  type NamedStyle,
  type StyleKind,
} from '#model/template/named-style.ts';
import { changed } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { selectedElements } from '../selection.ts';
import { withFields } from './properties.ts';

/** The label's styles of a kind, in their order. */
export function namedStyles({ label }: Template, kind: StyleKind): readonly NamedStyle[] {
  return (label.styles ?? []).filter((style) => style.kind === kind);
}

/** The style that the element has; null when it has none, or its label lacks it. */
export function namedStyleOf(template: Template, element: LabelElement): NamedStyle | null {
  const kind = styleKindOf(element);
  if (kind === null || element.styleName === undefined) return null;
  return namedStyles(template, kind).find(({ name }) => name === element.styleName) ?? null;
}

/**
 * Makes a style of the look of the first selected element of the kind, and gives it to all of them. Problems:
 * `edit.nothingSelected`, `edit.nameEmpty`, `edit.styleTaken`, `edit.tooManyStyles`.
 */
export function addNamedStyle(kind: StyleKind, wanted: string): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const { template } = context;
    const name = wanted.trim();
    const elements = selected.value.filter((element) => styleKindOf(element) === kind);
    const style = elements[0] === undefined ? null : styleFrom(elements[0], name);
    if (style === null) return err(problem('edit.nothingSelected'));
    if (name === '') return err(problem('edit.nameEmpty'));
    if (namedStyles(template, kind).some((each) => each.name === name)) {
      return err(problem('edit.styleTaken', { name }));
    }
    const styles = [...(template.label.styles ?? []), style];
    if (styles.length > MAX_NAMED_STYLES) return err(problem('edit.tooManyStyles', { most: MAX_NAMED_STYLES }));
    const next = elements.map((element) => styled(element, style));
    return ok({ template: withElements(withStyles(template, styles), next) });
  };
}

/**
 * Gives the selected elements of the kind a style and its whole look; null takes the style away and keeps the look.
 * Problem: `edit.nothingSelected`.
 */
export function applyNamedStyle(kind: StyleKind, name: string | null): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const style = namedStyles(context.template, kind).find((each) => each.name === name) ?? null;
    const next = selected.value
      .filter((element) => styleKindOf(element) === kind)
      .map((element) => (style === null ? withoutStyle(element) : styled(element, style)));
    return ok({ template: withElements(context.template, next) });
  };
}

/**
 * Changes the style to the look of the first selected element that has it. All its elements follow, except in what was
 * changed in them. Problem: `edit.nothingSelected`.
 */
export function updateNamedStyle(kind: StyleKind, name: string): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const { template } = context;
    const before = namedStyles(template, kind).find((each) => each.name === name);
    const model = selected.value.find((element) => namedStyleOf(template, element) === before);
    const after = model === undefined ? null : styleFrom(model, name);
    if (before === undefined || after === null) return ok({ template });
    const next = template.elements.flatMap((element) => {
      if (namedStyleOf(template, element) !== before) return [];
      const own = new Set(changedLookFields(element, before));
      const followed = Object.entries(after.look).filter(([field]) => !own.has(field));
      return [withFields(element, Object.fromEntries(followed))];
    });
    return ok({ template: withElements(withStyle(template, before, after), next) });
  };
}

/** Renames a style. An empty name changes nothing. Problem: `edit.styleTaken`. */
export function renameNamedStyle(kind: StyleKind, name: string, wanted: string): Command {
  return ({ template }) => {
    const to = wanted.trim();
    const style = namedStyles(template, kind).find((each) => each.name === name);
    if (style === undefined || to === '' || to === name) return ok({ template });
    if (namedStyles(template, kind).some((each) => each.name === to)) {
      return err(problem('edit.styleTaken', { name: to }));
    }
    const next = template.elements
      .filter((element) => namedStyleOf(template, element) === style)
      .map((element) => changed<LabelElement>(element, { styleName: to }));
    return ok({ template: withElements(withStyle(template, style, { ...style, name: to }), next) });
  };
}

/** Removes a style; its elements keep their look. */
export function removeNamedStyle(kind: StyleKind, name: string): Command {
  return ({ template }) => {
    const style = namedStyles(template, kind).find((each) => each.name === name);
    if (style === undefined) return ok({ template });
    const next = template.elements.filter((element) => namedStyleOf(template, element) === style).map(withoutStyle);
    return ok({ template: withElements(withStyle(template, style, null), next) });
  };
}

function styled(element: LabelElement, style: NamedStyle): LabelElement {
  return changed<LabelElement>(withFields(element, style.look), { styleName: style.name });
}

function withoutStyle(element: LabelElement): LabelElement {
  if (element.styleName === undefined) return element;
  const { styleName: _, ...rest } = element;
  return rest as LabelElement;
}

function withStyle(template: Template, from: NamedStyle, to: NamedStyle | null): Template {
  const styles = (template.label.styles ?? []).flatMap((style) => (style === from ? (to ?? []) : style));
  return withStyles(template, styles);
}

function withStyles(template: Template, styles: readonly NamedStyle[]): Template {
  const { styles: _, ...label } = template.label;
  return { ...template, label: styles.length === 0 ? label : { ...label, styles } };
}
