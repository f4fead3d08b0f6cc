/** One side of a picture that gets another size: `from` and `to` are the wanted results of all `toSize`. */
export interface Resampling {
  readonly size: number;
  readonly toSize: number;
  readonly from: number;
  readonly to: number;
}

/** The source pixels of each result, and their shares in 1 / 65536. */
export interface ResampleSpans {
  /** First and last source pixel, in turn. */
  readonly spans: Int32Array<ArrayBuffer>;
  /** `most` for each result. */
  readonly shares: Uint32Array<ArrayBuffer>;
  readonly most: number;
}

const ONE = 65_536;

/** The shares of pdfium, to the bit: the area average of a reduced side, and linear interpolation of an enlarged one. */
export function resampleSpans({ size, toSize, from, to }: Resampling): ResampleSpans {
  const scale = size / toSize;
  const most = Math.ceil(scale) + 1;
  // pdfium reads only this part of the source, which it computes with 32 bits.
  const single = Math.fround(scale);
  const least = Math.max(0, Math.floor(single * from));
  const greatest = Math.min(size, Math.ceil(single * to)) - 1;
  const spans = new Int32Array(2 * (to - from));
  const shares = new Uint32Array(most * (to - from));
  for (let result = from; result < to; result++) {
    const at = result - from;
    const row = shares.subarray(at * most, (at + 1) * most);
    const span =
      scale < 1 ? interpolate(result, scale, least, greatest, row) : average(result, scale, least, greatest, row);
    spans.set(span, 2 * at);
  }
  return { spans, shares, most };
}

type Span = readonly [first: number, last: number];

function interpolate(result: number, scale: number, least: number, greatest: number, shares: Uint32Array): Span {
  const place = result * scale + scale / 2;
  const first = Math.max(Math.floor(place - 0.5), least);
  const last = Math.min(Math.floor(place + 0.5), greatest);
  if (first < last) shares[1] = Math.round((place - first - 0.5) * ONE);
  shares[0] = ONE - (shares[1] ?? 0);
  return [first, last];
}

function average(result: number, scale: number, least: number, greatest: number, shares: Uint32Array): Span {
  const first = Math.max(Math.floor(result * scale), least);
  const last = Math.min(Math.floor(result * scale + scale), greatest);
  if (first > last) return [greatest, greatest];
  let [remaining, error] = [ONE, 0];
  for (let i = first; i < last; i++) {
    const share = Math.max(0, Math.min((i + 1) / scale, result + 1) - Math.max(i / scale, result));
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
