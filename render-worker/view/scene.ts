import type { ElementValues } from '#model/data/content.ts';
import { createElementValues } from '#model/data/element-values.ts';
import type { DataRecord } from '#model/data/record.ts';
import { usedBy } from '#model/elements/references.ts';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import { moved } from '#model/elements/base/footprint.ts';
import { activeSizeGroup } from '#model/elements/base/size-group.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { rectsOverlap, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Scale } from '#model/page/calibration.ts';
import { paintedOf, printedOf, withGroupSizes, type composeElement } from '#model/page/compose.ts';
import type { ComposedElement, ComposedLabel, DisplayItem } from '#model/page/display-list.ts';
import { followedLength, followsLength } from '#model/page/content-length.ts';
import { canPush, growthOf, pushesOf } from '#model/page/pushed-elements.ts';
import type { Change } from '#model/template/change.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { LabelSettings, LengthByContent, Template } from '#model/template/template.ts';
import { GridIndex } from './grid-index.ts';
import { samePicture } from './same-picture.ts';
import { hasNotes, NO_NOTES, notesOf, type SceneNotes } from './scene-notes.ts';

/** An item with its place. */
export interface SceneItem {
  readonly item: DisplayItem;
  /** The item's ink bounds, in mm of the label. */
  readonly place: Rect;
  /** True when the item extends beyond the label. */
  readonly isOutside: boolean;
  /** Higher ones are painted later. */
  z: number;
  /** Used only by the index. */
  stamp: number;
}

/** Changes of a scene's elements. */
export interface SceneNews {
  readonly complete: boolean;
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  /** By how much those of `bounds` that texts above push are below their place. */
  readonly pushes: ReadonlyMap<ElementId, Mm>;
  readonly removed: readonly ElementId[];
}

/** The elements that have changed recently, while all others stayed the same. */
export interface ActiveElements {
  readonly ids: ReadonlySet<ElementId>;
  /** The lowest position of any of them in the painting order. */
  readonly lowestZ: number;
}

interface Entry {
  element: LabelElement;
  /** The source element of `composed`. */
  laidOut: LabelElement | null;
  composed: ComposedElement | null;
  items: readonly SceneItem[];
  /** How far its text extends beyond the label. */
  cutMm: Mm;
  /** How far the texts above push it down the label, or the end of the label moves it. */
  pushMm: Mm;
  /** The element at its size on a label of another length; null unless it keeps its distance to both ends. */
  stretched: { readonly element: LabelElement; readonly lengthMm: Mm } | null;
}

const UNCOMPOSED = { laidOut: null, composed: null, items: [], cutMm: 0, pushMm: 0, stretched: null } as const;

export interface SceneParts {
  /** `before` is the element at its last composition. */
  readonly compose: (
    ...of: readonly [...Parameters<typeof composeElement>, before?: LabelElement | null]
  ) => ComposedElement;
  /** True when the element shows the present time. */
  readonly isTimed: (composed: ComposedElement) => boolean;
  readonly inkBounds: (item: DisplayItem, dpi: number) => Rect;
  readonly cutTextMm: (item: DisplayItem, label: Rect, dpi: number) => Mm;
  readonly inkBelowMm: (item: DisplayItem, yMm: Mm, dpi: number) => Mm;
}

const MIN_CELL_MM = 1;
const MAX_CELL_MM = 50;
/** From this share of the label on, all items are checked instead of searched. */
const SCAN_SHARE = 0.25;

/**
 * The label's elements as they are painted, kept up to date by changes. The cost of a change depends on what it changes
 * and not on the number of elements.
 */
export class Scene {
  readonly #parts: SceneParts;
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<ElementId, Entry>();
  /** For each element that others refer to: those others. */
  readonly #users = new Map<ElementId, Set<Entry>>();
  /** The members of each size group. */
  readonly #sizeGroups = new Map<string, Set<Entry>>();
  /** The texts that may push others, and the elements that they may push. */
  readonly #pushing = new Set<Entry>();
  readonly #pushed = new Set<Entry>();
  /** Those that are pushed at present. */
  readonly #moved = new Set<Entry>();
  /** False when elements have changed since `#push`. */
  #isArranged = false;
  #label: LabelSettings;
  /** With the length of the shown label. */
  #shown: LabelSettings;
  #index: GridIndex<SceneItem>;
  #stale = new Set<Entry>();
  readonly #timed = new Set<Entry>();
  #composedFor: readonly [record: DataRecord, context: LayoutContext] | null = null;
  #renumber = true;
  #outsideCount = 0;
  #dirty: Rect[] = [];
  #changed = new Set<Entry>();
  #isReordered = true;
  #complete = true;
  #bounds = new Map<ElementId, Rect>();
  #pushes = new Map<ElementId, Mm>();
  #removed: ElementId[] = [];
  #notes: SceneNotes | null = NO_NOTES;
  /** All items in painting order; created lazily. */
  #ordered: readonly SceneItem[] | null = null;

  constructor({ label, elements }: Template, parts: SceneParts) {
    this.#parts = parts;
    this.#label = label;
    this.#shown = label;
    const cell = 2 * Math.sqrt((label.widthMm * label.heightMm) / Math.max(1, elements.length));
    this.#index = new GridIndex(Math.min(MAX_CELL_MM, Math.max(MIN_CELL_MM, cell)));
    for (const element of elements) this.#entries.push(this.#enter(element));
  }

  element(id: ElementId): LabelElement | undefined {
    return this.#byId.get(id)?.element;
  }

  /** The label as it is shown: with the length that its content needs where it follows that. */
  get label(): LabelSettings {
    return this.#shown;
  }

  /** The label of the template. */
  get design(): LabelSettings {
    return this.#label;
  }

  /** True when anything extends beyond the label. */
  get hasItemsOutside(): boolean {
    return this.#outsideCount > 0;
  }

  /** True when anything shows the present time. */
  get hasTimed(): boolean {
    return this.#timed.size > 0;
  }

  /** Called when the present time has changed: lays out again what shows it. */
  tick(): void {
    for (const { element } of this.#timed) this.#outdate(element.id);
  }

  /** Throws when the change does not fit the template. */
  change(change: Change): void {
    if (change.removed.length > 0) this.#leave(new Set(change.removed.map(({ element }) => element.id)));
    for (const [, to] of change.updated) {
      const entry = this.#byId.get(to.id);
      if (entry === undefined) throw new Error('change updates an element that is not there');
      this.#unlink(entry);
      entry.element = to;
      entry.stretched = null;
      this.#link(entry);
      this.#outdate(to.id);
    }
    for (const { index, element } of change.added) {
      this.#entries.splice(index, 0, this.#enter(element));
      this.#renumber = true;
      this.#outdate(element.id);
    }
    for (const { element } of change.removed) this.#outdate(element.id);
    if (change.label !== undefined) {
      this.#label = change.label[1];
      this.#isArranged = false;
      const { heightMm } = contentLengthOf(this.#label) === null ? this.#label : this.#shown;
      this.#shown = heightMm === this.#label.heightMm ? this.#label : { ...this.#label, heightMm };
      for (const entry of this.#entries) {
        entry.stretched = null;
        this.#stale.add(entry);
      }
    }
  }

  /**
   * Lays out what has changed, or everything for another record or context (compared by identity). `mayContinue` is
   * called after each element; when it gives false, the rest waits for the next call, together with changes that come in
   * between. Returns true when all is laid out; until then the scene must not be painted.
   */
  update(record: DataRecord, context: LayoutContext, mayContinue: () => boolean = () => true): boolean {
    if (this.#composedFor?.[0] !== record || this.#composedFor[1] !== context) {
      for (const entry of this.#entries) this.#stale.add(entry);
    }
    this.#composedFor = [record, context];
    const values = createElementValues({ get: (id) => this.#byId.get(id)?.element }, record, context);
    const grouped = [...this.#sizeGroups.values()].flatMap((members) => [...members].map(({ element }) => element));
    const own = grouped.length === 0 ? context : withGroupSizes(grouped, record, context, values);
    do {
      for (const entry of this.#stale) {
        this.#recompose(entry, record, own, values);
        this.#stale.delete(entry);
        if (this.#stale.size > 0 && !mayContinue()) return false;
      }
      // What a text or the label's end moves is laid out once more, at its new place.
      this.#arrange(context.dpi);
    } while (this.#stale.size > 0);
    this.#number();
    return true;
  }

  /** Places where ink may have changed since the last call, in mm of the label. */
  takeDirty(): readonly Rect[] {
    const dirty = this.#dirty;
    this.#dirty = [];
    return dirty;
  }

  /** The elements that changed since the last call; null when none did, or when the painting order changed as well. */
  takeActive(): ActiveElements | null {
    const changed = [...this.#changed];
    const isReordered = this.#isReordered;
    this.#changed = new Set();
    this.#isReordered = false;
    const zs = changed.flatMap(({ items }) => items.map(({ z }) => z));
    if (isReordered || zs.length === 0) return null;
    return { ids: new Set(changed.map(({ element }) => element.id)), lowestZ: Math.min(...zs) };
  }

  /** The changes since the last call. */
  takeNews(): SceneNews {
    // An element that moved in the painting order was removed and added again.
    const removed = this.#removed.filter((id) => !this.#byId.has(id));
    const news = { complete: this.#complete, bounds: this.#bounds, pushes: this.#pushes, removed };
    this.#complete = false;
    this.#bounds = new Map();
    this.#pushes = new Map();
    this.#removed = [];
    return news;
  }

  notes(): SceneNotes {
    this.#notes ??= notesOf(this.#entries);
    return this.#notes;
  }

  /** The items that touch one of these places (in mm), in painting order. */
  find(places: readonly Rect[]): readonly SceneItem[] {
    const { widthMm, heightMm } = this.#label;
    const area = places.reduce((sum, { width, height }) => sum + width * height, 0);
    if (area > SCAN_SHARE * widthMm * heightMm) {
      // When most items are found, checking all of them is faster than sorting the found ones.
      this.#ordered ??= this.#entries.flatMap((entry) => entry.items);
      return this.#ordered.filter(({ place }) => places.some((one) => rectsOverlap(place, one)));
    }
    return this.#index.find(places).sort((a, b) => a.z - b.z);
  }

  /** False while changes, another record or another resolution are not laid out yet. */
  isCurrent(record: DataRecord, dpi: number): boolean {
    return this.#stale.size === 0 && this.#composedFor?.[0] === record && this.#composedFor[1].dpi === dpi;
  }

  /** The items to print, in painting order, by the scale of a calibrated printer where there is one. */
  printed(scale: Scale | undefined): readonly DisplayItem[] {
    const { widthMm } = this.#label;
    const dpi = this.#composedFor?.[1].dpi ?? 0;
    return this.#entries.flatMap(({ element, composed }) =>
      composed === null ? [] : printedOf(element, composed, widthMm, dpi, scale).map(({ item }) => item),
    );
  }

  /** The symbols to read back, in painting order, without placeholders for missing values. */
  symbols(): readonly ComposedLabel['symbols'][number][] {
    const dpi = this.#composedFor?.[1].dpi ?? 0;
    return this.#entries.flatMap(({ element, composed }) =>
      composed === null || composed.placeholder || composed.symbols.length === 0
        ? []
        : paintedOf(element, composed, this.#label.widthMm, dpi).flatMap((painted) => painted.symbols),
    );
  }

  #enter(element: LabelElement): Entry {
    const entry: Entry = { element, ...UNCOMPOSED };
    this.#byId.set(element.id, entry);
    this.#link(entry);
    this.#stale.add(entry);
    return entry;
  }

  #link(entry: Entry): void {
    for (const id of usedBy(entry.element)) {
      const users = this.#users.get(id);
      if (users === undefined) this.#users.set(id, new Set([entry]));
      else users.add(entry);
    }
    if (canPush(entry.element)) this.#pushing.add(entry);
    if (entry.element.pushed === true) this.#pushed.add(entry);
    const group = activeSizeGroup(entry.element);
    if (group === null) return;
    const members = this.#sizeGroups.get(group);
    if (members === undefined) this.#sizeGroups.set(group, new Set([entry]));
    else members.add(entry);
    this.#outdateGroup(group);
  }

  #unlink(entry: Entry): void {
    for (const id of usedBy(entry.element)) this.#users.get(id)?.delete(entry);
    this.#isArranged = false;
    this.#pushing.delete(entry);
    this.#pushed.delete(entry);
    const group = activeSizeGroup(entry.element);
    if (group === null) return;
    this.#sizeGroups.get(group)?.delete(entry);
    this.#outdateGroup(group);
  }

  #outdateGroup(group: string): void {
    for (const member of this.#sizeGroups.get(group) ?? []) this.#stale.add(member);
  }

  /** Marks the element, all that show its value, and the size groups of these for another layout. */
  #outdate(id: ElementId): void {
    const ids = new Set([id]);
    for (const each of ids) {
      const entry = this.#byId.get(each);
      if (entry !== undefined) {
        this.#stale.add(entry);
        const group = activeSizeGroup(entry.element);
        if (group !== null) this.#outdateGroup(group);
      }
      for (const user of this.#users.get(each) ?? []) ids.add(user.element.id);
    }
  }

  #leave(ids: ReadonlySet<ElementId>): void {
    let kept = 0;
    for (const entry of this.#entries) {
      if (!ids.has(entry.element.id)) {
        this.#entries[kept++] = entry;
        continue;
      }
      this.#show(entry, []);
      this.#unlink(entry);
      this.#byId.delete(entry.element.id);
      this.#stale.delete(entry);
      this.#moved.delete(entry);
      this.#timed.delete(entry);
      this.#bounds.delete(entry.element.id);
      this.#pushes.delete(entry.element.id);
      this.#removed.push(entry.element.id);
    }
    if (kept !== this.#entries.length - ids.size) throw new Error('change removes an element that is not there');
    this.#entries.length = kept;
    this.#renumber = true;
  }

  /** Numbers the items in painting order, when their order has changed. */
  #number(): void {
    if (!this.#renumber) return;
    this.#renumber = false;
    this.#isReordered = true;
    this.#ordered = null;
    this.#notes = null;
    this.#entries.forEach((entry, i) => entry.items.forEach((item, copy) => (item.z = 2 * i + copy)));
  }

  #arrange(dpi: number): void {
    if (this.#isArranged) return;
    this.#isArranged = true;
    const rule = contentLengthOf(this.#label);
    const follows = (entry: Entry): boolean => rule !== null && followsLength(entry.element);
    this.#push(follows);
    // The length follows from where texts have pushed the content.
    if (rule !== null && this.#stale.size === 0) this.#follow(rule, dpi);
  }

  /** Moves and stretches the elements that follow the length of the label. */
  #follow(rule: LengthByContent, dpi: number): void {
    const all = this.#entries.flatMap(({ element, composed, pushMm: movedMm }) =>
      composed === null ? [] : [{ element, composed, movedMm }],
    );
    const inkBelow = (item: DisplayItem, yMm: Mm): Mm => this.#parts.inkBelowMm(item, yMm, dpi);
    const { lengthMm, moves, stretched } = followedLength(this.#label, rule, all, dpi, inkBelow);
    if (lengthMm !== this.#shown.heightMm) {
      this.#shown = { ...this.#label, heightMm: lengthMm };
      // What extends beyond the label changes with it.
      for (const entry of this.#entries) this.#stale.add(entry);
    }
    for (const entry of this.#entries) {
      if (!followsLength(entry.element)) continue;
      this.#pushBy(entry, moves.get(entry.element.id) ?? 0);
      const element = stretched.get(entry.element.id);
      if (entry.stretched?.lengthMm === (element === undefined ? undefined : lengthMm)) continue;
      entry.stretched = element === undefined ? null : { element, lengthMm };
      this.#stale.add(entry);
    }
  }

  /** Marks the elements for another layout that texts push further or less far than before. */
  #push(follows: (entry: Entry) => boolean): void {
    const isPossible = this.#pushing.size > 0 && this.#pushed.size > 0;
    const elements = isPossible
      ? this.#entries.flatMap((entry) => {
          const { element, composed } = entry;
          if (composed === null || follows(entry)) return [];
          return [{ element, growthMm: growthOf(element, composed), hidden: composed.hidden }];
        })
      : [];
    const pushes = pushesOf(elements, this.#label.widthMm);
    for (const entry of this.#moved) if (!pushes.has(entry.element.id) && !follows(entry)) this.#pushBy(entry, 0);
    for (const [id, pushMm] of pushes) {
      const entry = this.#byId.get(id);
      if (entry !== undefined) this.#pushBy(entry, pushMm);
    }
  }

  #pushBy(entry: Entry, pushMm: Mm): void {
    if (entry.pushMm === pushMm) return;
    entry.pushMm = pushMm;
    if (pushMm === 0) this.#moved.delete(entry);
    else this.#moved.add(entry);
    this.#stale.add(entry);
  }

  #recompose(entry: Entry, record: DataRecord, context: LayoutContext, values: ElementValues): void {
    const before = entry.composed;
    const atPlace = entry.pushMm === 0 ? entry.element : moved(entry.element, 0, entry.pushMm);
    const placed = entry.stretched?.element ?? atPlace;
    const composed = this.#parts.compose(placed, record, context, values, entry.laidOut);
    entry.composed = composed;
    entry.laidOut = placed;
    this.#isArranged = false;
    if (this.#parts.isTimed(composed)) this.#timed.add(entry);
    else this.#timed.delete(entry);
    const { elementId, bounds, level } = composed.item;
    this.#bounds.set(elementId, level ?? bounds);
    if (entry.pushMm === 0) this.#pushes.delete(elementId);
    else this.#pushes.set(elementId, entry.pushMm);
    const painted = paintedOf(entry.element, composed, this.#label.widthMm, context.dpi);
    const { widthMm: width, heightMm: height } = this.#shown;
    const label = { x: 0, y: 0, width, height };
    const cutMm = Math.max(...painted.map(({ item }) => this.#parts.cutTextMm(item, label, context.dpi)));
    if (before === null || hasNotes(before) || hasNotes(composed) || cutMm !== entry.cutMm) this.#notes = null;
    entry.cutMm = cutMm;
    const same = painted.length === entry.items.length && painted.every(({ item }, i) => this.#isSame(entry, i, item));
    if (same) return;
    const z = entry.items[0]?.z;
    if (z === undefined) this.#renumber = true;
    const items = painted.map(({ item }, copy): SceneItem => ({
      item,
      place: this.#parts.inkBounds(item, context.dpi),
      isOutside: !isInside(item.bounds, this.#shown),
      z: (z ?? 0) + copy,
      stamp: -1,
    }));
    this.#show(entry, items);
  }

  #isSame(entry: Entry, i: number, item: DisplayItem): boolean {
    const shown = entry.items[i];
    return (
      shown !== undefined && shown.isOutside === !isInside(item.bounds, this.#shown) && samePicture(shown.item, item)
    );
  }

  #show(entry: Entry, items: readonly SceneItem[]): void {
    for (const old of entry.items) {
      this.#index.remove(old);
      this.#dirty.push(old.place);
      if (old.isOutside) this.#outsideCount--;
    }
    for (const item of items) {
      this.#index.insert(item);
      this.#dirty.push(item.place);
      if (item.isOutside) this.#outsideCount++;
    }
    entry.items = items;
    this.#changed.add(entry);
    this.#ordered = null;
  }
}

function isInside({ x, y, width, height }: Rect, label: LabelSettings): boolean {
  return x >= 0 && y >= 0 && x + width <= label.widthMm && y + height <= label.heightMm;
}
