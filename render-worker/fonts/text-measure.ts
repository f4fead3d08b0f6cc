import type { GlyphRun as SkiaRun, Paragraph } from 'canvaskit-wasm';
import type { GlyphRun } from '#model/elements/base/display-op.ts';
import type { ShapedText, ShapeRequest, TextMeasure } from '#model/elements/base/layout.ts';
import type { Skia } from '../skia/load.ts';
import { withScope, type Scope } from '../skia/scope.ts';
import type { FaceChoice } from './face-choice.ts';
import type { FontStore } from './font-store.ts';
import { LruCache } from './lru-cache.ts';
import { EM_UNITS, lineMetrics, ParagraphBuilders } from './paragraph-builders.ts';
import { clusterStarts, countText, runText, type RunText } from './run-text.ts';
import { lineInMm, placeLines, visibleWidth, type PlacedLine, type VerticalMetrics } from './place-lines.ts';

/** Wider than any text: "never wrap". */
const UNBOUNDED = 1e7;
/** A box that was measured and rounded to the file's 3 decimals must not break its own text. */
const WRAP_TOLERANCE_MM = 0.001;
const CACHED_TEXTS = 2_000;
/** Of Roboto: for a text while no font at all is loaded. */
const NOMINAL: VerticalMetrics = { ascent: 0.928 * EM_UNITS, descent: 0.244 * EM_UNITS };

/**
 * Shaping by Skia's paragraph code, for the pure layout code. Synchronous: a face that is not loaded is noted in
 * the font store (`hasWanted`) and the text is shaped with what there is; see `withFonts`.
 */
export function createTextMeasure(skia: Skia, fonts: FontStore): TextMeasure {
  const cache = new LruCache<ShapedText>(CACHED_TEXTS);
  const builders = new ParagraphBuilders(skia, fonts);
  let cachedVersion = -1;

  return {
    shape(request: ShapeRequest): ShapedText {
      if (cachedVersion !== fonts.version) {
        cache.clear();
        builders.clear();
        cachedVersion = fonts.version;
      }
      const key = keyOf(request);
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const { text, family, bold, italic } = request;
      const { faces, wanted, degraded, missing } = fonts.resolve(text, family, bold, italic);
      // Not Skia's own count of what is missing: it forgets it for a text that it has met before.
      const shaped = { ...withScope((scope) => new Shaping(builders, fonts, scope, request, faces).run()), missing };
      if (wanted.length > 0) {
        fonts.want(wanted);
        // What is still on its way is not missing.
        return { ...shaped, missing: [] };
      }
      // A face that could not be read may be there the next time.
      if (!degraded) cache.set(key, shaped);
      return shaped;
    },
  };
}

function keyOf(r: ShapeRequest): string {
  const style = [r.family, r.sizeMm, r.bold, r.italic, r.letterSpacingMm, r.lineHeight, r.align, r.wrapMm];
  return `${style.join('\n')}\n${r.text}`;
}

/** One text being shaped; lives as long as its scope. */
class Shaping {
  readonly #builders: ParagraphBuilders;
  readonly #fonts: FontStore;
  readonly #scope: Scope;
  readonly #request: ShapeRequest;
  readonly #faces: readonly FaceChoice[];
  readonly #text: string;
  readonly #mmPerUnit: number;
  readonly #spacing: number;

  constructor(
    builders: ParagraphBuilders,
    fonts: FontStore,
    scope: Scope,
    request: ShapeRequest,
    faces: readonly FaceChoice[],
  ) {
    this.#builders = builders;
    this.#fonts = fonts;
    this.#scope = scope;
    this.#request = request;
    this.#faces = faces;
    this.#text = request.text.replace(/\r\n?/g, '\n');
    this.#mmPerUnit = request.sizeMm / EM_UNITS;
    this.#spacing = request.sizeMm > 0 ? request.letterSpacingMm / this.#mmPerUnit : 0;
  }

  run(): Omit<ShapedText, 'missing'> {
    const { wrapMm, sizeMm } = this.#request;
    const wrap = wrapMm === null || !(sizeMm > 0) ? null : Math.max(0, wrapMm + WRAP_TOLERANCE_MM) / this.#mmPerUnit;
    const paragraph = this.#layOut(wrap);
    const metrics = paragraph === null ? [] : lineMetrics(paragraph);
    const longest = metrics.reduce((widest, m) => Math.max(widest, visibleWidth(m, this.#spacing)), 0);
    const lines = placeLines(this.#request, metrics, {
      emUnits: EM_UNITS,
      width: wrapMm === null ? longest : (wrap ?? 0),
      spacing: this.#spacing,
      primary: this.#primaryMetrics(),
    });

    const runs: GlyphRun[] = [];
    const shapedLines = paragraph?.getShapedLines() ?? [];
    const counted = countText(this.#text);
    const starts = clusterStarts(shapedLines, counted);
    for (const shaped of shapedLines) {
      for (const { typeface } of shaped.runs) this.#scope.own(typeface);
      // Empty lines have metrics but no shape; baselines differ by rounding only.
      const line = lines[metrics.findIndex((m) => Math.abs(m.baseline - shaped.baseline) <= 1)];
      if (line === undefined) continue;
      for (const run of shaped.runs) runs.push(this.#place(run, line, runText(run.offsets, starts, counted)));
    }
    return {
      widthMm: wrapMm ?? longest * this.#mmPerUnit,
      heightMm: (lines.at(-1)?.bottom ?? 0) * this.#mmPerUnit,
      lines: lines.map((line) => lineInMm(line, this.#mmPerUnit)),
      runs,
    };
  }

  #layOut(wrap: number | null): Paragraph | null {
    const { align, sizeMm } = this.#request;
    if (this.#faces.length === 0 || !(sizeMm > 0)) return null;
    const builder = this.#builders.get(
      this.#faces.map((choice) => choice.face.id),
      align === 'justify',
      this.#spacing,
    );
    builder.addText(this.#text);
    const paragraph = this.#scope.own(builder.build());
    paragraph.layout(wrap === null ? UNBOUNDED : Math.max(1, wrap + this.#spacing));
    return paragraph;
  }

  #place(run: SkiaRun, line: PlacedLine, text: RunText): GlyphRun {
    const choice = this.#choiceOf(run);
    const positions = new Float32Array(run.glyphs.length * 2);
    const dx = line.left - this.#spacing / 2;
    for (let i = 0; i < positions.length; i += 2) {
      positions[i] = ((run.positions[i] ?? 0) + dx) * this.#mmPerUnit;
      positions[i + 1] = line.baseline * this.#mmPerUnit;
    }
    return {
      face: choice.face.id,
      sizeMm: this.#request.sizeMm,
      // A copy: Skia's own array may be a window on its heap.
      glyphs: run.glyphs.slice(),
      positions,
      ...text,
      embolden: choice.embolden,
      skew: choice.skew,
    };
  }

  #choiceOf(run: SkiaRun): FaceChoice {
    const [first, second] = this.#faces;
    if (first === undefined) throw new Error('a shaped run without a face');
    if (second === undefined) return first;
    // Asking a typeface for its name costs as much as shaping it: only where there is a choice.
    const name = run.typeface.getFamilyName();
    return this.#faces.find((c) => this.#fonts.nameInFile(c.face.id) === name) ?? first;
  }

  #primaryMetrics(): VerticalMetrics {
    const id = this.#faces[0]?.face.id;
    const em = id === undefined ? null : this.#fonts.verticalEm(id);
    return em === null ? NOMINAL : { ascent: em.ascent * EM_UNITS, descent: em.descent * EM_UNITS };
  }
}
