import type { DisplayOp } from '#model/elements/base/display-op.ts';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import { isAddress } from '#model/data/pictures/picture-value.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { elementValues, type LabelContext } from '#model/page/compose.ts';
import type { ComposedLabel, ElementProblem } from '#model/page/display-list.ts';
import { elementTexts } from '#model/page/element-texts.ts';
import type { Template } from '#model/template/template.ts';
import type { HashBytes } from '../kernel/sha256.ts';
import type { ImageLibrary } from './image-library.ts';
import { createPictureReader, type PictureReader } from './read-picture.ts';

/** The pictures of a run's rows. Only those of the label that is being made are in the library. */
export interface RowPictures {
  /** Reads the pictures of a record and adds them to the library, until the returned function is called. */
  hold(record: DataRecord, context: LabelContext): Promise<() => void>;
  /** Records that are held next, in this order: the pictures at addresses of the first are fetched ahead. */
  expect(records: readonly DataRecord[]): void;
  /** For `LayoutContext.rowPicture`, with the values of the records that are held. */
  readonly find: (value: string) => Result<AssetKey> | null;
  /** Why pictures of a painted label could not be decoded. */
  problems(label: ComposedLabel): readonly ElementProblem[];
}

export interface RowPictureParts {
  readonly library: ImageLibrary;
  readonly hash: HashBytes;
  /** For pictures at addresses, which are a problem without it. */
  readonly fetchPicture?: FetchPicture | undefined;
}

/** How many records ahead pictures are fetched. */
const FETCHED_AHEAD = 4;

/** Null for a template without pictures of rows, which then costs nothing. */
export function createRowPictures(
  template: Template,
  set: PictureSet | undefined,
  { library, hash, fetchPicture }: RowPictureParts,
): RowPictures | null {
  const elements = template.elements.filter(hasRowPictures);
  if (elements.length === 0) return null;
  const ids = new Set(elements.map(({ id }) => id));
  const reader = createPictureReader(set, hash, fetchPicture);
  let next: DataRecord[] = [];
  const held = new Map<string, { readonly picture: Result<LentPicture>; users: number }>();
  const names = new Map<string, string>();

  function letGo(values: readonly string[]): void {
    for (const value of values) {
      const one = held.get(value);
      if (one === undefined || --one.users > 0) continue;
      held.delete(value);
      if (!one.picture.ok) continue;
      one.picture.value.takeBack();
      names.delete(one.picture.value.key);
    }
  }

  function valuesOf(record: DataRecord, context: LabelContext): ReadonlySet<string> {
    const known = elementValues(template, record, context);
    const values = new Set<string>();
    for (const element of elements) {
      const texts = elementTexts(element, record, known);
      const value = texts.values[0] ?? '';
      if (!texts.hidden && value.trim() !== '') values.add(value);
    }
    return values;
  }

  function fetchAhead(record: DataRecord, context: LabelContext): void {
    const at = next.indexOf(record);
    if (at < 0) return;
    next = next.slice(at + 1);
    for (const each of next.slice(0, FETCHED_AHEAD)) for (const value of valuesOf(each, context)) reader.ahead(value);
  }

  return {
    expect(records) {
      if (fetchPicture !== undefined) next.push(...records.filter((record) => !next.includes(record)));
    },
    async hold(record, context) {
      fetchAhead(record, context);
      const values = valuesOf(record, context);
      for (const value of values) {
        const one = held.get(value) ?? { picture: await lentPicture(reader, library, value), users: 0 };
        one.users++;
        held.set(value, one);
        if (one.picture.ok) names.set(one.picture.value.key, one.picture.value.name);
      }
      return () => letGo([...values]);
    },
    find(value) {
      const picture = held.get(value)?.picture;
      return picture === undefined ? null : picture.ok ? ok(picture.value.key) : picture;
    },
    problems({ list }) {
      return list.items.flatMap(({ elementId, ops }): readonly ElementProblem[] => {
        const element = ids.has(elementId) ? elements.find(({ id }) => id === elementId) : undefined;
        if (element === undefined) return [];
        return imagesIn(ops).flatMap((asset) => {
          const found = library.problem(asset);
          const elementName = `${element.name} (${names.get(asset) ?? ''})`;
          return found === null ? [] : [{ elementId, elementName, problem: found }];
        });
      });
    },
  };
}

interface LentPicture {
  readonly key: AssetKey;
  readonly name: string;
  readonly takeBack: () => void;
}

/** Reads a value's picture into the library. The problem of a picture that can't be used has its name as the path. */
async function lentPicture(reader: PictureReader, library: ImageLibrary, value: string): Promise<Result<LentPicture>> {
  const read = await reader.read(value);
  if (!read.ok) return read;
  const { bytes, name } = read.value;
  const key = read.value.key as AssetKey;
  const takeBack = library.lendFile(key, bytes);
  const found = library.problem(key);
  if (found === null) return ok({ key, name, takeBack });
  takeBack();
  return err({ ...found, path: name });
}

function imagesIn(ops: readonly DisplayOp[]): readonly AssetKey[] {
  return ops.flatMap((op) => (op.type === 'image' ? [op.asset] : op.type === 'group' ? imagesIn(op.ops) : []));
}

/** How long no new address is asked for before any is fetched: one that is being typed grows with every key. */
const ADDRESS_REST_MS = 600;

/** `resting`: an address that was asked for just now; `rested`: it is fetched if it is asked for again. */
type AddressState = 'resting' | 'rested' | null;

/** The pictures of rows for a view, which asks for them while it lays a label out and is called when they are read. */
export class ViewPictures {
  readonly #library: ImageLibrary;
  readonly #hash: HashBytes;
  readonly #onRead: () => void;
  #reader: PictureReader;
  #pictures = new Map<string, { picture: Result<LentPicture> | null; label: number; address: AddressState }>();
  #rest: ReturnType<typeof setTimeout> | undefined;
  #fetches = false;
  #label = 0;

  /** Grows with each picture that was read: layouts that asked for one are made again. */
  version = 0;

  constructor(library: ImageLibrary, hash: HashBytes, onRead: () => void) {
    this.#library = library;
    this.#hash = hash;
    this.#onRead = onRead;
    this.#reader = createPictureReader(undefined, hash, undefined);
  }

  use(set: PictureSet | null, fetchPicture?: FetchPicture): void {
    this.#fetches = fetchPicture !== undefined;
    this.#reader = createPictureReader(set ?? undefined, this.#hash, fetchPicture);
    this.dispose();
    this.version++;
  }

  /** Another record is shown: pictures that only the one before the last needed are dropped. */
  nextLabel(): void {
    this.#label++;
    for (const [value, { picture, label }] of this.#pictures) {
      if (label >= this.#label - 2) continue;
      this.#pictures.delete(value);
      if (picture?.ok === true) picture.value.takeBack();
    }
  }

  readonly find = (value: string): Result<AssetKey> | null => {
    const known = this.#pictures.get(value);
    if (known === undefined) {
      const rests = this.#fetches && isAddress(value.trim());
      this.#pictures.set(value, { picture: null, label: this.#label, address: rests ? 'resting' : null });
      if (rests) this.#restAgain();
      else void this.#read(value);
      return null;
    }
    known.label = this.#label;
    if (known.address === 'rested') {
      known.address = null;
      void this.#read(value);
    }
    const { picture } = known;
    return picture === null ? null : picture.ok ? ok(picture.value.key) : picture;
  };

  dispose(): void {
    clearTimeout(this.#rest);
    const pictures = [...this.#pictures.values()];
    this.#pictures = new Map();
    for (const { picture } of pictures) if (picture?.ok === true) picture.value.takeBack();
  }

  /** After a rest the label is laid out again, and what it still asks for is fetched. */
  #restAgain(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      for (const one of this.#pictures.values()) if (one.address === 'resting') one.address = 'rested';
      this.version++;
      this.#onRead();
    }, ADDRESS_REST_MS);
  }

  async #read(value: string): Promise<void> {
    const [reader, pictures] = [this.#reader, this.#pictures];
    const picture = await lentPicture(reader, this.#library, value);
    const asked = pictures === this.#pictures ? pictures.get(value) : undefined;
    if (asked === undefined) {
      if (picture.ok) picture.value.takeBack();
      return;
    }
    asked.picture = picture;
    this.version++;
    this.#onRead();
  }
}
