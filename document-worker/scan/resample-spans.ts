/** One side of a picture that gets another size: `count` of all `toSize` results are wanted, beginning with `from`. */
export interface Resampling {
  readonly size: number;
  readonly toSize: number;
  readonly from: number;
  readonly count: number;
  /** The first result is the end of the side. */
  readonly isReversed?: boolean;
}

/** The source pixels of each result, and their shares in 1 / 65536. */
export interface ResampleSpans {
  /** First and last source pixel, in turn. */
  readonly spans: Int32Array<ArrayBuffer>;
  /** `most` for each result. */
  readonly shares: Uint32Array<ArrayBuffer>;
  readonly most: number;
}

/** See `resampleGroups` of the kernel. */
interface SpanGroups {
  readonly starts: Int32Array<ArrayBuffer>;
  readonly taps: Uint32Array<ArrayBuffer>;
  readonly groups: number;
}

const ONE = 65_536;
const GROUP = 4;
const WINDOW_BYTES = 16;
/** As a place of a byte: none. */
const NO_BYTE = 0xffffffff;

/** The shares of pdfium, to the bit: the area average of a reduced side, and linear interpolation of an enlarged one. */
export function resampleSpans({ size, toSize, from, count, isReversed = false }: Resampling): ResampleSpans {
  const scale = isReversed ? -size / toSize : size / toSize;
  const base = isReversed ? size : 0;
  const most = Math.ceil(Math.abs(scale)) + 1;
  // pdfium reads only this part of the source, which it computes with 32 bits.
  const ends = [from, from + count].map((end) => Math.fround(scale) * (isReversed ? end - toSize : end));
  const side: Side = {
    scale,
    base,
    least: Math.max(0, Math.floor(Math.min(...ends))),
    greatest: Math.min(size, Math.ceil(Math.max(...ends))) - 1,
  };
  const spans = new Int32Array(2 * count);
  const shares = new Uint32Array(most * count);
  const shareOut = Math.abs(scale) < 1 ? interpolate : average;
  for (let i = 0; i < count; i++) spans.set(shareOut(from + i, side, shares.subarray(i * most, (i + 1) * most)), 2 * i);
  return { spans, shares, most };
}

interface Side {
  /** Source pixels of a result, and where the first result begins. */
  readonly scale: number;
  readonly base: number;
  /** The source pixels that may be used. */
  readonly least: number;
  readonly greatest: number;
}

type Span = readonly [first: number, last: number];

function interpolate(result: number, { scale, base, least, greatest }: Side, shares: Uint32Array): Span {
  const place = result * scale + scale / 2 + base;
  const first = Math.max(Math.floor(place - 0.5), least);
  const last = Math.min(Math.floor(place + 0.5), greatest);
  if (first < last) shares[1] = Math.round((place - first - 0.5) * ONE);
  shares[0] = ONE - (shares[1] ?? 0);
  return [first, last];
}

function average(result: number, { scale, base, least, greatest }: Side, shares: Uint32Array): Span {
  const start = result * scale + base;
  const first = Math.max(Math.floor(Math.min(start, start + scale)), least);
  const last = Math.min(Math.floor(Math.max(start, start + scale)), greatest);
  if (first > last) return [greatest, greatest];
  let [remaining, error] = [ONE, 0];
  for (let i = first; i < last; i++) {
    const [one, other] = [(i - base) / scale, (i + 1 - base) / scale];
    const share = Math.max(0, Math.min(Math.max(one, other), result + 1) - Math.max(Math.min(one, other), result));
    const fixed = Math.round((share + error) * ONE);
    shares[i - first] = fixed;
    remaining -= fixed;
    error = share - fixed / ONE;
  }
  if (remaining > 0) {
    shares[last - first] = remaining;
    return [first, last];
  }
  shares[last - 1 - first] = (shares[last - 1 - first] ?? 0) + remaining;
  return [first, last - 1];
}

/** The same spans in groups of four neighbors; null if a group needs more than 16 source pixels. */
export function spanGroups({ spans, shares, most }: ResampleSpans): SpanGroups | null {
  const count = spans.length / 2;
  const groups = Math.ceil(count / GROUP);
  const starts = new Int32Array(groups);
  const taps = new Uint32Array(2 * GROUP * most * groups).fill(NO_BYTE);
  for (let group = 0; group < groups; group++) {
    const results = Array.from({ length: Math.min(GROUP, count - GROUP * group) }, (_, i) => GROUP * group + i);
    const start = Math.min(...results.map((result) => spans[2 * result] as number));
    starts[group] = start;
    for (const [i, result] of results.entries()) {
      const first = (spans[2 * result] as number) - start;
      if ((spans[2 * result + 1] as number) - start >= WINDOW_BYTES) return null;
      for (let k = 0; k < most; k++) {
        const at = 2 * GROUP * (group * most + k) + i;
        // The other three bytes have no place.
        taps[at] = (NO_BYTE << 8) | Math.min(first + k, 0xff);
        taps[at + GROUP] = shares[result * most + k] as number;
      }
    }
  }
  return { starts, taps, groups };
}
