import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import {
  changedLookFields,
  MAX_NAMED_STYLES,
  MAX_STYLE_NAME,
  styleFrom,
  styleKindOf,
  type BrandOrigin,
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
    return ok({ template: withChangedStyle(template, before, { ...before, look: after.look } as NamedStyle) });
  };
}

/** The style with another look and name. All its elements follow, except in what was changed in them. */
function withChangedStyle(template: Template, before: NamedStyle, after: NamedStyle): Template {
  const next = template.elements.flatMap((element) => {
    if (namedStyleOf(template, element) !== before) return [];
    const own = new Set(changedLookFields(element, before));
    const followed = Object.entries(after.look).filter(([field]) => !own.has(field));
    return [changed<LabelElement>(withFields(element, Object.fromEntries(followed)), { styleName: after.name })];
  });
  return withElements(withStyle(template, before, after), next);
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
    return ok({ template: withChangedStyle(template, style, { ...style, name: to }) });
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

/**
 * Gives the selected elements of the kind a style of the account's brand kit. The label gets a copy of it, under another
 * name if its own is taken, so that the label is complete without the kit. Problems: `edit.nothingSelected`,
 * `edit.tooManyStyles`.
 */
export function applyBrandStyle(kitStyle: NamedStyle): Command {
  return (context) => {
    const { kind, brand } = kitStyle;
    const { template } = context;
    const present = namedStyles(template, kind).find((style) => style.brand?.id === brand?.id);
    if (present !== undefined) return applyNamedStyle(kind, present.name)(context);
    const style = { ...kitStyle, name: freeName(template, kitStyle) };
    const styles = [...(template.label.styles ?? []), style];
    if (styles.length > MAX_NAMED_STYLES) return err(problem('edit.tooManyStyles', { most: MAX_NAMED_STYLES }));
    return applyNamedStyle(kind, style.name)({ ...context, template: withStyles(template, styles) });
  };
}

/** Notes that the label's style is a copy of one of the brand kit. */
export function linkToBrandStyle(kind: StyleKind, name: string, brand: BrandOrigin): Command {
  return ({ template }) => {
    const style = namedStyles(template, kind).find((each) => each.name === name);
    return ok({ template: style === undefined ? template : withStyle(template, style, { ...style, brand }) });
  };
}

/** The styles of the kit that have changed since the label's styles were copied from them. */
export function changedBrandStyles({ label }: Template, kit: readonly NamedStyle[]): readonly NamedStyle[] {
  return (label.styles ?? []).flatMap(({ kind, brand }) => {
    if (brand === undefined) return [];
    const now = kit.find((style) => style.brand?.id === brand.id && style.kind === kind);
    return now === undefined || now.brand?.version === brand.version ? [] : [now];
  });
}

/** Changes the label's styles to those of the kit that they are copies of, in one step. */
export function updateFromBrandKit(kit: readonly NamedStyle[]): Command {
  return ({ template }) => {
    let next = template;
    for (const now of changedBrandStyles(template, kit)) {
      const before = namedStyles(next, now.kind).find(({ brand }) => brand?.id === now.brand?.id);
      if (before === undefined) continue;
      const name = freeName(next, now, before.name);
      next = withChangedStyle(next, before, { ...now, name });
    }
    return ok({ template: next });
  };
}

/** The style's name, with a number if another style of the label has it. */
function freeName(template: Template, { kind, name }: NamedStyle, own?: string): string {
  const taken = new Set(namedStyles(template, kind).map((style) => style.name));
  if (own !== undefined) taken.delete(own);
  let free = name;
  for (let number = 2; taken.has(free); number++) {
    const suffix = ` ${number}`;
    free = `${name.slice(0, MAX_STYLE_NAME - suffix.length).trimEnd()}${suffix}`;
  }
  return free;
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
