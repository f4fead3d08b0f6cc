import { unionRects, type Point } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { canvasUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { ElementId, Random } from '#model/kernel/ids.ts';
import { outerBox } from '#model/elements/base/turned-box.ts';
import { moved } from '#model/elements/base/footprint.ts';
import type { GroupPath } from '#model/elements/base/group-path.ts';
import { asFixedText, type DataSource } from '#model/elements/base/content.ts';
import { withSources, type LabelElement } from '#model/elements/element.ts';
import { withSoundReferences } from '#model/elements/references.ts';
import { withMainLanguage } from '#model/elements/translated.ts';
import { nameOfCopy } from '#model/elements/registry.ts';
import type { Template } from '#model/template/template.ts';
import { clipboardContent, type ClipboardContent } from '../clipboard.ts';
import type { Command, CommandContext, PastePlace } from '../editor.ts';
import { wholeGroups } from '../groups.ts';
import { COPY_OFFSET_UNITS, copyOffset, lastCopyOf, type LastCopy } from '../last-copy.ts';
import { unlockedElements } from '../selection.ts';
import { freeElementId } from './add.ts';
import { groupsOfCopies, withAdded, withoutPartGroups } from './group.ts';

/** The selection as clipboard content. */
export function copied(context: Pick<CommandContext, 'template' | 'selection'>): Result<ClipboardContent> {
  const selected = unlockedElements(context);
  if (!selected.ok) return selected;
  const whole = wholeAmong(context.template, selected.value);
  return ok(
    clipboardContent(
      context.template,
      selected.value.map((e) => withoutPartGroups(e, whole)),
    ),
  );
}

/**
 * Pastes copied elements. A number counts the pastes of the same content from 1: each is offset further. A point is the
 * middle of the pasted elements, in mm.
 */
export function pasteContent(content: ClipboardContent, where: number | Exclude<PastePlace, 'offset'> = 1): Command {
  return ({ template, random }) => {
    const { x, y } = pasteOffset(content.elements, where);
    // Copies are only in groups that were copied whole.
    const whole = wholeGroups(content.elements, () => true);
    const copies = copiesOf(content.elements, template, random, x, y, whole).map(inMainLanguage(content, template));
    const incoming = [...content.assets].filter(([key]) => !template.assets.has(key));
    const assets = incoming.length === 0 ? template.assets : new Map([...template.assets, ...incoming]);
    return ok({
      template: { ...template, elements: [...template.elements, ...copies], assets },
      selection: copies.map((e) => e.id),
    });
  };
}

/** Elements of a label with another main language show their texts in that of the label. */
function inMainLanguage(content: ClipboardContent, { label }: Template): (element: LabelElement) => LabelElement {
  const [before] = content.languages ?? [];
  const [main] = label.languages?.tags ?? [];
  if (before === undefined || main === undefined || before === main) return (element) => element;
  return (element) => withMainLanguage(element, before, main);
}

function pasteOffset(elements: readonly LabelElement[], where: number | Exclude<PastePlace, 'offset'>): Point {
  if (where === 'inPlace') return { x: 0, y: 0 };
  if (typeof where === 'number') {
    const offset = canvasUnitsToMm(COPY_OFFSET_UNITS) * where;
    return { x: offset, y: offset };
  }
  const box = unionRects(elements.map(outerBox));
  if (box === null) return { x: 0, y: 0 };
  return { x: where.x - box.x - box.width / 2, y: where.y - box.y - box.height / 2 };
}

/**
 * Duplicates the selection, 20 canvas units to the right and below; a copy of a copy is offset as far as the copy was
 * moved.
 */
export function duplicate(): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const { template, selection, lastCopy, random } = context;
    const offset = copyOffset(template, selection, lastCopy);
    return ok(withCopies(template, selected.value, random, offset.x, offset.y));
  };
}

/** The template with copies of these elements on top, selected. */
export function withCopies(
  template: Template,
  elements: readonly LabelElement[],
  random: Random,
  dxMm: Mm,
  dyMm: Mm,
): { readonly template: Template; readonly selection: readonly ElementId[]; readonly lastCopy: LastCopy } {
  const copies = copiesOf(elements, template, random, dxMm, dyMm, wholeAmong(template, elements));
  const selection = copies.map((e) => e.id);
  return {
    template: { ...template, elements: withAdded(template.elements, copies) },
    selection,
    lastCopy: lastCopyOf(elements, selection),
  };
}

/**
 * Copies with ids and names of their own; groups that are `whole` among them have ids of their own, too. A reference goes to the copy of its element if that is copied too; else to the
 * element itself where the template has it; else it becomes the fixed text from before (docs/develop/adr/0046).
 */
function copiesOf(
  elements: readonly LabelElement[],
  template: Template,
  random: Random,
  dxMm: Mm,
  dyMm: Mm,
  whole: ReadonlySet<GroupPath>,
): readonly LabelElement[] {
  const all = [...template.elements];
  const grouped = groupsOfCopies(whole, random);
  const ids = new Map<ElementId, ElementId>();
  for (const element of elements) {
    const copy = {
      ...grouped(element),
      id: freeElementId(all, random),
      name: nameOfCopy(element.name, all),
      locked: false,
    };
    ids.set(element.id, copy.id);
    all.push(moved<LabelElement>(copy, dxMm, dyMm));
  }
  const there = template.elements.length;
  const copies = all.slice(there).map((copy) => withSources(copy, (source) => withCopiedReference(source, ids)));
  return withSoundReferences([...template.elements, ...copies], ({ source }) => asFixedText(source)).slice(there);
}

function wholeAmong(template: Template, elements: readonly LabelElement[]): ReadonlySet<GroupPath> {
  const chosen = new Set(elements.map((e) => e.id));
  return wholeGroups(template.elements, (e) => chosen.has(e.id));
}

function withCopiedReference(source: DataSource, ids: ReadonlyMap<ElementId, ElementId>): DataSource {
  const element = source.type === 'reference' ? ids.get(source.element) : undefined;
  return source.type === 'reference' && element !== undefined ? { ...source, element } : source;
}
