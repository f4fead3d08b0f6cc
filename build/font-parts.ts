import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { CORE_PART } from '../src/model/elements/base/font-parts.ts';
import { partition } from '../src/model/elements/base/part-of-code.ts';

/** The functions of harfbuzz-subset.wasm that are used here (hb-subset.h). Pointers are offsets in its memory. */
interface Harfbuzz {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, code: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** HB_MEMORY_MODE_WRITABLE: HarfBuzz uses the bytes where they are, without a copy. */
const IN_PLACE = 2;
/**
 * HB_SUBSET_FLAGS_NOTDEF_OUTLINE: keeps the box drawn for a missing character, which would come out blank otherwise.
 */
const KEEP_NOTDEF = 0x40;
const SPACE = 0x20;
const MARK = /\p{M}/u;
/**
 * A variation selector chooses a form of the character before it. Fonts list them apart from their other characters.
 */
const VARIATION_SELECTORS = [range(0xfe00, 0xfe0f), range(0xe0100, 0xe01ef)].flat();

/** One font, cut into parts. Making a part takes a few milliseconds. */
export interface FontParts {
  readonly names: readonly string[];
  /** The part as a font file; null when there is no part of this name. */
  make(name: string): Uint8Array<ArrayBuffer> | null;
}

/** Cuts a TTF or OTF into parts that give the same dots as the whole. */
export async function cutFont(path: string): Promise<FontParts> {
  const bytes = await readFile(path);
  const parts = partition((create(bytes) as Font).characterSet);
  const marks = [...(parts.get(CORE_PART) ?? [])].filter((code) => MARK.test(String.fromCodePoint(code)));
  const harfbuzz = await loadHarfbuzz();
  const data = harfbuzz.malloc(bytes.length);
  new Uint8Array(harfbuzz.memory.buffer).set(bytes, data);
  const face = harfbuzz.hb_face_create(harfbuzz.hb_blob_create(data, bytes.length, IN_PLACE, 0, 0), 0);
  return {
    names: [...parts.keys()].sort(),
    make(name) {
      const codes = parts.get(name);
      if (codes === undefined) return null;
      // Every part gets the combining marks, because a mark is drawn in the font of its base character. The space is
      // drawn for an unsupported selector.
      return subset(harfbuzz, face, [...codes, ...marks, SPACE, ...VARIATION_SELECTORS]);
    },
  };
}

async function loadHarfbuzz(): Promise<Harfbuzz> {
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  const harfbuzz = instance.exports as unknown as Harfbuzz;
  harfbuzz._initialize();
  return harfbuzz;
}

function subset(harfbuzz: Harfbuzz, face: number, codes: readonly number[]): Uint8Array<ArrayBuffer> {
  const input = harfbuzz.hb_subset_input_create_or_fail();
  harfbuzz.hb_subset_input_set_flags(input, KEEP_NOTDEF);
  const wanted = harfbuzz.hb_subset_input_unicode_set(input);
  for (const code of codes) harfbuzz.hb_set_add(wanted, code);
  const made = harfbuzz.hb_subset_or_fail(face, input);
  harfbuzz.hb_subset_input_destroy(input);
  if (made === 0) throw new Error('the font cannot be cut into parts');
  const blob = harfbuzz.hb_face_reference_blob(made);
  const from = harfbuzz.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(harfbuzz.memory.buffer).slice(from, from + harfbuzz.hb_blob_get_length(blob));
  harfbuzz.hb_blob_destroy(blob);
  harfbuzz.hb_face_destroy(made);
  return bytes;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
