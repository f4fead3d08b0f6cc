import type { GlyphRun as SkiaRun, Paragraph, ParagraphBuilder, ShapedLine as SkiaLine } from 'canvaskit-wasm';
import type { FaceId, GlyphRun } from '#model/elements/base/display-op.ts';
import type { LinePart, ShapedText, ShapeRequest, TextExtent } from '#model/elements/base/layout.ts';
import { isRightToLeft } from '#model/elements/base/text-direction.ts';
import type { Skia } from '../skia/load.ts';
import type { Scope } from '../skia/scope.ts';
import { columnMiddle, columnRuns, type ColumnBox } from './columns.ts';
import type { FaceChoice } from './face-choice.ts';
import type { FontStore } from './font-store.ts';
import type { KnownLine, KnownPairs } from './known-pairs.ts';
import { isInvisible } from './invisible.ts';
import { glyphRun, slicedRun, type LineRun } from './line-run.ts';
import { uprightNumbers, type UprightNumber } from './orientation.ts';
import { EM_UNITS, lineMetrics, textStyle, type ParagraphBuilders, type ParagraphLook } from './paragraph-builders.ts';
import { lineInMm, placeLines, visibleWidth, type PlacedLine, type VerticalMetrics } from './place-lines.ts';
import { clusterStarts, countText, runText, type RunText } from './run-text.ts';
import { lineExtents, spanAt, type SpanLook, type SpannedFaces } from './spans.ts';
import { spreadLine } from './spread.ts';

/** Wider than any text: "never wrap". */
export const UNBOUNDED = 1e7;
/** A line with this much free space, in layout units, fits despite Skia's rounding. */
export const CLEARLY = 1;
/** Widens the box slightly: one that was measured and rounded to the file's 3 decimals must not break its own text. */
const WRAP_TOLERANCE_MM = 0.001;
/**
 * Positions in a line are rounded to this part of a layout unit, half a thousandth of the em. Skia adds them up in
 * single precision, run by run, and a font in parts has other runs than the whole font, so the last digits differ.
 */
const GRID = 16;
/** The metrics of Roboto, used while no font at all is loaded. */
const NOMINAL: VerticalMetrics = { ascent: 0.928 * EM_UNITS, descent: 0.244 * EM_UNITS };

interface ShapedInUnits {
  /** The length of the box along the lines. */
  readonly length: number;
  readonly lines: readonly PlacedLine[];
  readonly runsOfLine: readonly (readonly LineRun[])[];
}

/** Lines from Skia, before they are placed. */
interface LaidOut {
  readonly metrics: readonly (VerticalMetrics & { readonly width: number })[];
  readonly runsOfLine: readonly (readonly LineRun[])[];
}

/**
 * One text that is being shaped; lives as long as its scope. Skia lays vertical text out in lines like any other (with
 * vertical forms), which are then turned into columns. So it breaks, aligns and mixes scripts by the same rules.
 */
export class Shaping {
  readonly #skia: Skia;
  readonly #builders: ParagraphBuilders;
  readonly #pairs: KnownPairs;
  readonly #fonts: FontStore;
  readonly #scope: Scope;
  readonly #request: ShapeRequest;
  readonly #faces: readonly FaceChoice[];
  readonly #spans: readonly SpanLook[];
  readonly #text: string;
  readonly #mmPerUnit: number;
  readonly #spacing: number;
  readonly #rightToLeft: boolean;
  readonly #numbers: readonly UprightNumber[];

  constructor(
    skia: Skia,
    builders: ParagraphBuilders,
    pairs: KnownPairs,
    fonts: FontStore,
    scope: Scope,
    request: ShapeRequest,
    { faces, spans }: Pick<SpannedFaces, 'faces' | 'spans'>,
  ) {
    this.#skia = skia;
    this.#builders = builders;
    this.#pairs = pairs;
    this.#fonts = fonts;
    this.#scope = scope;
    this.#request = request;
    this.#faces = faces;
    this.#spans = spans;
    this.#text = request.text.replace(/\r\n?/g, '\n');
    this.#mmPerUnit = request.sizeMm / EM_UNITS;
    // Rounded, so that the spacing of a text at several sizes is the same in units.
    this.#spacing = request.sizeMm > 0 ? Math.round((request.letterSpacingMm / this.#mmPerUnit) * 1e6) / 1e6 : 0;
    const { direction } = request;
    this.#rightToLeft = direction === undefined ? isRightToLeft(this.#text) : direction === 'rtl';
    this.#numbers = request.vertical === true && request.sizeMm > 0 ? this.#uprightNumbers() : [];
  }

  run(): Omit<ShapedText, 'missing'> {
    const { length, lines, runsOfLine } = this.#shape();
    const lengthMm = this.#request.wrapMm ?? length * this.#mmPerUnit;
    const across = lines.at(-1)?.bottom ?? 0;
    const acrossMm = across * this.#mmPerUnit;
    const parts = this.#spans.length === 0 ? {} : { parts: this.#parts(lines, runsOfLine, across) };
    if (this.#request.vertical !== true) {
      return {
        widthMm: lengthMm,
        heightMm: acrossMm,
        lines: lines.map((line) => lineInMm(line, this.#mmPerUnit)),
        runs: lines.flatMap((line, i) => (runsOfLine[i] ?? []).map((run) => this.#inLine(run, line))),
        ...parts,
      };
    }
    const box = {
      emUnits: EM_UNITS,
      mmPerUnit: this.#mmPerUnit,
      sizeMm: this.#request.sizeMm,
      width: across,
      spacing: this.#spacing,
      primary: this.#primaryMetrics(),
      numbers: this.#numbers,
    };
    return {
      widthMm: acrossMm,
      heightMm: lengthMm,
      lines: lines.map((line) => lineInMm({ ...line, baseline: columnMiddle(line, across) }, this.#mmPerUnit)),
      runs: lines.flatMap((line, i) =>
        (runsOfLine[i] ?? []).flatMap((run) => columnRuns(run, line, { ...box, ...this.#glyphsOf(run) })),
      ),
      ...parts,
    };
  }

  /** `across` is the total of all lines, in layout units. */
  #parts(
    lines: readonly PlacedLine[],
    runsOfLine: readonly (readonly LineRun[])[],
    across: number,
  ): readonly LinePart[] {
    const mm = this.#mmPerUnit;
    return lines.flatMap((line, i) =>
      lineExtents(runsOfLine[i] ?? [], this.#spans, line.width).map(({ from, to, share, riseEm, style }) => ({
        leftMm: (line.left + from) * mm,
        widthMm: (to - from) * mm,
        baselineMm: (this.#request.vertical === true ? columnMiddle(line, across) : line.baseline) * mm,
        riseMm: riseEm * EM_UNITS * mm,
        sizeMm: this.#request.sizeMm * share,
        style,
      })),
    );
  }

  /** The size that `run` would give. */
  extent(): TextExtent {
    const { wrapMm, spreadMm, vertical, sizeMm } = this.#request;
    const isRaised = this.#spans.some(({ riseEm }) => riseEm !== 0);
    if (spreadMm !== undefined || isRaised || !(sizeMm > 0)) return this.run();
    const wrap = wrapMm === null ? null : wrapUnits(wrapMm, this.#mmPerUnit);
    const metrics = this.#metrics(wrap).map(onGridLine);
    const longest = metrics.reduce((widest, m) => Math.max(widest, visibleWidth(m, this.#spacing)), 0);
    const lines = this.#placed(metrics, wrap ?? longest);
    const [lengthMm, acrossMm] = [wrapMm ?? longest * this.#mmPerUnit, (lines.at(-1)?.bottom ?? 0) * this.#mmPerUnit];
    return vertical === true ? { widthMm: acrossMm, heightMm: lengthMm } : { widthMm: lengthMm, heightMm: acrossMm };
  }

  /** Where each line after the first begins in the text, whose line ends are `\n`. */
  lineStarts(): readonly number[] {
    const { wrapMm, sizeMm } = this.#request;
    if (this.#faces.length === 0 || !(sizeMm > 0)) return [];
    const wrap = wrapMm === null ? null : wrapUnits(wrapMm, this.#mmPerUnit);
    const known = this.#known(wrap);
    if (known !== null && known.width <= (wrap ?? UNBOUNDED) - CLEARLY) return [];
    return lineMetrics(this.#paragraph(wrap))
      .slice(1)
      .map(({ startIndex }) => startIndex);
  }

  /**
   * The widths of the glyphs themselves (the advances of a justified line are larger, except at the end of a run), and
   * the glyphs that differ from those that the font has for their characters.
   */
  #glyphsOf(run: LineRun): Pick<ColumnBox, 'widths' | 'hasVerticalForm'> {
    const typeface = this.#fonts.typeface(run.choice.face.id);
    if (typeface === null) return { widths: run.advances, hasVerticalForm: () => false };
    const font = this.#scope.own(new this.#skia.Font(typeface, EM_UNITS));
    font.setHinting(this.#skia.FontHinting.None);
    font.setLinearMetrics(true);
    return {
      widths: font.getGlyphWidths(run.glyphs),
      hasVerticalForm(glyph) {
        const character = String.fromCodePoint(run.text.codePointAt(run.clusters[glyph] ?? 0) ?? 0x20);
        return font.getGlyphIDs(character)[0] !== run.glyphs[glyph];
      },
    };
  }

  #shape(): ShapedInUnits {
    const { wrapMm, spreadMm, align, sizeMm } = this.#request;
    const wrap = wrapMm === null || !(sizeMm > 0) ? null : wrapUnits(wrapMm, this.#mmPerUnit);
    const { metrics, runsOfLine } = onGrid(this.#layOut(wrap));
    const longest = metrics.reduce((widest, m) => Math.max(widest, visibleWidth(m, this.#spacing)), 0);
    const spread = sizeMm > 0 && spreadMm !== undefined ? spreadMm / this.#mmPerUnit : 0;
    const target = wrap ?? spread;
    // Skia justifies lines that break.
    const spreads = align === 'stretch' || (align === 'justify' && wrap === null);
    const widths = metrics.map((m, i) => {
      const own = visibleWidth(m, this.#spacing);
      const how = spreads && own < target ? align : null;
      if (how === null || !spreadLine(runsOfLine[i] ?? [], target - own, how === 'stretch')) return m;
      return { ascent: m.ascent, descent: m.descent, width: target + this.#spacing };
    });
    const length = wrap ?? Math.max(longest, spread);
    const lines = this.#placed(widths, wrapMm === null ? length : (wrap ?? 0));
    return { length, lines, runsOfLine };
  }

  /** `width` is the one in which lines are aligned. */
  #placed(metrics: LaidOut['metrics'], width: number): readonly PlacedLine[] {
    return placeLines(this.#request, metrics, {
      emUnits: EM_UNITS,
      width,
      spacing: this.#spacing,
      primary: this.#primaryMetrics(),
      rightToLeft: this.#rightToLeft,
    });
  }

  #lineRuns(
    shapedLines: readonly SkiaLine[],
    metrics: readonly { readonly baseline: number; readonly left: number }[],
  ): readonly (readonly LineRun[])[] {
    const runsOfLine = metrics.map((): readonly LineRun[] => []);
    const counted = countText(this.#text);
    const starts = clusterStarts(shapedLines, counted);
    for (const shaped of shapedLines) {
      for (const { typeface } of shaped.runs) this.#scope.own(typeface);
      // Empty lines have metrics but no shape; baselines differ by rounding only.
      const at = metrics.findIndex((m) => Math.abs(m.baseline - shaped.baseline) <= 1);
      if (at < 0) continue;
      // Includes the half letter spacing before the first letter.
      const left = metrics[at]?.left ?? 0;
      runsOfLine[at] = shaped.runs.flatMap((run) =>
        this.#styledRuns(run, this.#lineRun(run, runText(run.offsets, starts, counted), left, shaped.baseline)),
      );
    }
    return runsOfLine;
  }

  /** The run in parts of one style, each with its face. Skia joins styles that it draws with one font. */
  #styledRuns(run: SkiaRun, whole: Omit<LineRun, 'choice'>): readonly LineRun[] {
    const [any] = this.#faces;
    if (any === undefined) throw new Error('a shaped run without a face');
    if (this.#spans.length === 0) return [{ ...whole, choice: this.#choiceOf(run, whole, this.#faces) }];
    const look = Array.from(whole.clusters, (cluster) => spanAt(this.#spans, whole.start + cluster));
    const parts: LineRun[] = [];
    for (let from = 0, to = 1; to <= look.length; to++) {
      const span = look[from];
      if (to < look.length && look[to] === span) continue;
      const part = slicedRun({ ...whole, choice: any }, from, to);
      const choice = this.#choiceOf(run, part, span?.faces ?? this.#faces);
      if (span === undefined) parts.push({ ...part, choice });
      else {
        const rise = span.riseEm * EM_UNITS;
        const { color } = span.style;
        const own = color === undefined ? {} : { color };
        parts.push({ ...part, choice, share: span.share, ys: part.ys.map((y) => y - rise), ...own });
      }
      from = to;
    }
    return parts;
  }

  #layOut(wrap: number | null): LaidOut {
    const [choice] = this.#faces;
    if (choice === undefined || !(this.#request.sizeMm > 0)) return { metrics: [], runsOfLine: [] };
    const known = this.#known(wrap);
    if (known !== null && known.width <= (wrap ?? UNBOUNDED) - CLEARLY) {
      return { metrics: [known], runsOfLine: [[{ ...known.run, choice }]] };
    }
    const paragraph = this.#paragraph(wrap);
    const own = lineMetrics(paragraph);
    const runsOfLine = this.#lineRuns(paragraph.getShapedLines(), own);
    const metrics = this.#spans.length === 0 ? own : own.map((m, i) => this.#withRises(m, runsOfLine[i] ?? []));
    const [[run, ...moreRuns] = [], ...moreLines] = runsOfLine;
    const [line] = metrics;
    if (
      this.#isPlain() &&
      known === null &&
      run !== undefined &&
      line !== undefined &&
      moreRuns.length + moreLines.length === 0
    ) {
      const { ascent, descent, width } = line;
      const { id } = choice.face;
      this.#pairs.learn(id, { ascent, descent, width, run }, (text, glyphs) => this.#fonts.isPlain(id, text, glyphs));
    }
    return { metrics, runsOfLine };
  }

  /** Whether all letters may depend only on the next one. */
  #isPlain(): boolean {
    return (
      this.#faces.length === 1 &&
      this.#spans.length === 0 &&
      this.#spacing === 0 &&
      this.#request.vertical !== true &&
      !this.#rightToLeft
    );
  }

  #known(wrap: number | null): KnownLine | null {
    const [choice] = this.#faces;
    if (choice === undefined || !this.#isPlain()) return null;
    return wrap === null || this.#request.align !== 'justify' ? this.#pairs.line(choice.face.id, this.#text) : null;
  }

  /** The lines without their glyphs. */
  #metrics(wrap: number | null): LaidOut['metrics'] {
    if (this.#faces.length === 0) return [];
    const known = this.#known(wrap);
    if (known !== null && known.width <= (wrap ?? UNBOUNDED) - CLEARLY) return [known];
    return lineMetrics(this.#paragraph(wrap));
  }

  #paragraph(wrap: number | null): Paragraph {
    const { align } = this.#request;
    const look: ParagraphLook = {
      faces: this.#faces.map((choice) => choice.face.id),
      spacing: this.#spacing,
      justify: align === 'justify' && wrap !== null,
      rightToLeft: this.#rightToLeft,
      vertical: this.#request.vertical === true,
    };
    const length = wrap === null ? UNBOUNDED : Math.max(1, wrap + this.#spacing);
    const content = this.#spans.length === 0 ? this.#text : `${JSON.stringify(this.#request.spans)}\n${this.#text}`;
    return this.#builders.paragraph(look, content, length, (builder) => this.#addText(builder, look));
  }

  #addText(builder: ParagraphBuilder, look: ParagraphLook): void {
    if (this.#numbers.length + this.#spans.length === 0) {
      builder.addText(this.#text);
      return;
    }
    const cuts = new Set([0, this.#text.length]);
    for (const { start, end } of [...this.#numbers, ...this.#spans]) cuts.add(start).add(end);
    const places = [...cuts].sort((a, b) => a - b);
    for (const [i, end] of places.slice(1).entries()) {
      const start = places[i] ?? 0;
      const span = spanAt(this.#spans, start);
      const number = this.#numbers.find((each) => each.start <= start && start < each.end);
      const text = this.#text.slice(start, end);
      if (span === undefined && number === undefined) {
        builder.addText(text);
        continue;
      }
      const { spacing } = number ?? look;
      const faces = span === undefined || span.faces.length === 0 ? look.faces : span.faces.map(({ face }) => face.id);
      builder.pushStyle(new this.#skia.TextStyle(textStyle({ ...look, spacing, faces }, span?.share)));
      builder.addText(text);
      builder.pop();
    }
  }

  /** The height of a line with its raised and lowered runs, whose place Skia does not know. */
  #withRises<Metrics extends VerticalMetrics>(metrics: Metrics, runs: readonly LineRun[]): Metrics {
    let { ascent, descent } = metrics;
    for (const run of runs) {
      const span = spanAt(this.#spans, run.start);
      if (span === undefined || span.riseEm === 0) continue;
      const own = primaryMetrics(this.#fonts, run.choice.face.id);
      ascent = Math.max(ascent, own.ascent * span.share + span.riseEm * EM_UNITS);
      descent = Math.max(descent, own.descent * span.share - span.riseEm * EM_UNITS);
    }
    return { ...metrics, ascent, descent };
  }

  /** Each number with the letter spacing that makes its digits together as long as the height of one character. */
  #uprightNumbers(): readonly UprightNumber[] {
    return uprightNumbers(this.#text).flatMap(({ start, end }) => {
      const digits = this.#text.slice(start, end);
      const typeface = this.#faces
        .map((choice) => this.#fonts.typeface(choice.face.id))
        .find((face) => face?.getGlyphIDs(digits).every((glyph) => glyph !== 0) === true);
      if (typeface === null || typeface === undefined) return [];
      const font = this.#scope.own(new this.#skia.Font(typeface, EM_UNITS));
      const own = font.getGlyphWidths(typeface.getGlyphIDs(digits)).reduce((sum, width) => sum + width, 0);
      return [{ start, end, spacing: (EM_UNITS + this.#spacing - own) / digits.length }];
    });
  }

  /**
   * The run, relative to its line's left end and baseline. Copied, because Skia's own arrays may be views of its heap.
   */
  #lineRun(run: SkiaRun, text: RunText, left: number, baseline: number): Omit<LineRun, 'choice'> {
    const count = run.glyphs.length;
    const xs = new Float64Array(count);
    const ys = new Float64Array(count);
    const advances = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const x = run.positions[2 * i] as number;
      xs[i] = x - left;
      ys[i] = (run.positions[2 * i + 1] as number) - baseline;
      advances[i] = (run.positions[2 * i + 2] as number) - x;
    }
    return { ...text, glyphs: run.glyphs.slice(), xs, ys, advances };
  }

  #inLine(run: LineRun, line: PlacedLine): GlyphRun {
    const positions = new Float32Array(run.glyphs.length * 2);
    for (let i = 0; i < run.glyphs.length; i++) {
      positions[2 * i] = ((run.xs[i] as number) + line.left) * this.#mmPerUnit;
      positions[2 * i + 1] = (line.baseline + (run.ys[i] as number)) * this.#mmPerUnit;
    }
    return glyphRun(run, this.#request.sizeMm, positions);
  }

  #choiceOf(run: SkiaRun, text: RunText, faces: readonly FaceChoice[]): FaceChoice {
    const [first = this.#faces[0], second] = faces;
    if (first === undefined) throw new Error('a shaped run without a face');
    if (second === undefined) return first;
    // Reading a typeface's name takes as long as shaping, so it is read only where there is a choice.
    const name = run.typeface.getFamilyName();
    const named = faces.filter((c) => this.#fonts.nameInFile(c.face.id) === name);
    if (named.length < 2) return named[0] ?? first;
    // Several files may have the same name, and the parts of one do. The letters distinguish them, as they did when the
    // run was made.
    let likely = named;
    for (const letter of text.text) {
      if (likely.length === 1 || isInvisible(letter.codePointAt(0) ?? 0)) continue;
      const having = likely.filter((c) => this.#fonts.typeface(c.face.id)?.getGlyphIDs(letter)[0] !== 0);
      if (having.length > 0) likely = having;
    }
    return likely[0] ?? first;
  }

  #primaryMetrics(): VerticalMetrics {
    return primaryMetrics(this.#fonts, this.#faces[0]?.face.id);
  }
}

export function primaryMetrics(fonts: FontStore, id: FaceId | undefined): VerticalMetrics {
  const em = id === undefined ? null : fonts.verticalEm(id);
  return em === null ? NOMINAL : { ascent: em.ascent * EM_UNITS, descent: em.descent * EM_UNITS };
}

function onGrid({ metrics, runsOfLine }: LaidOut): LaidOut {
  for (const { xs, ys, advances } of runsOfLine.flat()) {
    for (const places of [xs, ys, advances]) {
      for (let i = 0; i < places.length; i++) places[i] = rounded(places[i] as number);
    }
  }
  return { metrics: metrics.map(onGridLine), runsOfLine };
}

function onGridLine({ ascent, descent, width }: LaidOut['metrics'][number]): LaidOut['metrics'][number] {
  return { ascent, descent, width: rounded(width) };
}

/** The width at which lines break, in layout units. */
export function wrapUnits(wrapMm: number, mmPerUnit: number): number {
  return Math.max(0, wrapMm + WRAP_TOLERANCE_MM) / mmPerUnit;
}

export function rounded(units: number): number {
  return Math.round(units * GRID) / GRID;
}
