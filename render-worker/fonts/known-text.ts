import type { ShapedText, ShapeRequest } from '#model/elements/base/layout.ts';
import type { FontStore } from './font-store.ts';
import type { KnownPairs } from './known-pairs.ts';
import { EM_UNITS } from './paragraph-builders.ts';
import { lineInMm, placeLines } from './place-lines.ts';
import { CLEARLY, primaryMetrics, rounded, UNBOUNDED, wrapUnits } from './shaping.ts';

/**
 * A text of one line whose letter pairs are all known, with the numbers that `Shaping` would give; null for any other.
 * It needs neither Skia nor a cache, so new values in each label of a run cost little.
 */
export function knownText(request: ShapeRequest, fonts: FontStore, pairs: KnownPairs): ShapedText | null {
  const { text, family, bold, italic, sizeMm, align, wrapMm } = request;
  const plain =
    request.vertical !== true &&
    request.letterSpacingMm === 0 &&
    request.spreadMm === undefined &&
    request.direction === undefined &&
    request.spans === undefined;
  if (!plain || !(sizeMm > 0) || align === 'justify' || align === 'stretch') return null;
  const choice = fonts.firstLoaded(family, bold, italic);
  const known = choice === null ? null : pairs.glyphs(choice.face.id, text);
  if (choice === null || known === null) return null;
  const mmPerUnit = sizeMm / EM_UNITS;
  const wrap = wrapMm === null ? null : wrapUnits(wrapMm, mmPerUnit);
  if (known.width > (wrap ?? UNBOUNDED) - CLEARLY) return null;
  const { ascent, descent, glyphs, xs } = known;
  const width = rounded(known.width);
  const [line] = placeLines(request, [{ ascent, descent, width }], {
    emUnits: EM_UNITS,
    width: wrap ?? width,
    spacing: 0,
    primary: primaryMetrics(fonts, choice.face.id),
    rightToLeft: false,
  });
  if (line === undefined) return null;
  const positions = new Float32Array(glyphs.length * 2);
  const clusters = new Uint32Array(glyphs.length);
  const y = line.baseline * mmPerUnit;
  for (let i = 0; i < glyphs.length; i++) {
    positions[2 * i] = (rounded(xs[i] as number) + line.left) * mmPerUnit;
    positions[2 * i + 1] = y;
    clusters[i] = i;
  }
  const { face, embolden, skew } = choice;
  return {
    widthMm: wrapMm ?? width * mmPerUnit,
    heightMm: line.bottom * mmPerUnit,
    lines: [lineInMm(line, mmPerUnit)],
    runs: [{ face: face.id, sizeMm, glyphs, positions, text, clusters, embolden, skew }],
    missing: [],
  };
}
