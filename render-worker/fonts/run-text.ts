import type { ShapedLine } from 'canvaskit-wasm';

/** A text, with the data to convert between Skia's positions in UTF-8 bytes and ours in UTF-16 units. */
export interface CountedText {
  readonly text: string;
  /**
   * For each UTF-8 byte, and for the end, the UTF-16 unit at which its character begins. Null when both counts are the
   * same.
   */
  readonly utf16: Uint32Array | null;
}

export function countText(text: string): CountedText {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return { text, utf16: null };
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) places.push(at);
    at += character.length;
  }
  places.push(at);
  return { text, utf16: Uint32Array.from(places) };
}

export interface RunText {
  /** Start of the run in the whole text, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
  readonly clusters: Uint32Array;
}

/** Where the runs of these lines begin and end in the text, which Skia does not report for right-to-left runs. */
export function clusterStarts(lines: readonly ShapedLine[], counted: CountedText): readonly number[] {
  if (lines.length === 1 && lines[0]?.runs.length === 1) return [counted.text.length];
  const starts = new Set<number>([counted.text.length]);
  for (const line of lines) {
    for (const { offsets } of line.runs) for (const offset of offsets) starts.add(place(counted, offset));
  }
  return [...starts].sort((a, b) => a - b);
}

/** The characters of one run. `offsets` has one more entry than the run has glyphs. */
export function runText(offsets: Uint32Array, starts: readonly number[], counted: CountedText): RunText {
  const clusters = new Uint32Array(offsets.length - 1);
  let first = Infinity;
  let last = 0;
  for (let i = 0; i < clusters.length; i++) {
    const at = place(counted, offsets[i] as number);
    clusters[i] = at;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  if (first > 0) for (let i = 0; i < clusters.length; i++) clusters[i] = (clusters[i] as number) - first;
  const end = starts.find((start) => start > last) ?? counted.text.length;
  // A line end belongs to no glyph.
  const text = counted.text.slice(first, end).replace(/\n+$/, '');
  return { start: first, text, clusters };
}

function place({ utf16 }: CountedText, offset: number): number {
  return utf16 === null ? offset : (utf16[offset] ?? 0);
}
