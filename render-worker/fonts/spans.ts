import type { ShapeRequest } from '#model/elements/base/layout.ts';
import { firstEndingAfter, isColorOnly, type RunStyle, type TextSpan } from '#model/elements/base/styled-text.ts';
import type { FaceChoice } from './face-choice.ts';
import type { FontStore } from './font-store.ts';
import type { LineRun } from './line-run.ts';
import type { ResolvedFaces } from './resolve-faces.ts';

/** Size and rise of raised and lowered runs, in parts of the size of the text around them: usual values. */
const POSITION_SHARE = 0.62;
const RISE_EM = { superscript: 0.34, subscript: -0.14 } as const;

/** A span with its faces. */
export interface SpanLook extends TextSpan {
  readonly faces: readonly FaceChoice[];
  /** Its size as a part of the text's. */
  readonly share: number;
  /** How far it is raised above the baseline, in em of the text. */
  readonly riseEm: number;
}

/** The faces of a text and of its spans, and all that lack. */
export interface SpannedFaces extends ResolvedFaces {
  readonly spans: readonly SpanLook[];
}

/** Finds the faces that a text and its spans need. */
export function resolveSpans(request: ShapeRequest, fonts: FontStore): SpannedFaces {
  const { text, family, bold, italic, spans } = request;
  if (spans === undefined) return { ...fonts.resolve(text, family, bold, italic), spans: [] };
  let rest = '';
  let done = 0;
  for (const { start, end, style } of spans) {
    if (isColorOnly(style)) continue;
    rest += text.slice(done, start);
    done = end;
  }
  const base = fonts.resolve(rest + text.slice(done), family, bold, italic);
  const own = spans.map(({ start, end, style }) =>
    isColorOnly(style)
      ? base
      : fonts.resolve(text.slice(start, end), family, style.bold ?? bold, style.italic ?? italic),
  );
  const all = [base, ...own];
  return {
    faces: base.faces,
    wanted: [...new Set(all.flatMap(({ wanted }) => wanted))],
    failed: all.find(({ failed }) => failed !== null)?.failed ?? null,
    missing: [...new Set(all.flatMap(({ missing }) => missing))],
    spans: spans.map((span, i) => {
      const { position } = span.style;
      return {
        ...span,
        faces: own[i]?.faces ?? [],
        share: spanShare(span.style),
        riseEm: position === undefined ? 0 : sizeShare(span.style) * RISE_EM[position],
      };
    }),
  };
}

/** The size of a run as a part of the text's size. */
export function spanShare(style: RunStyle): number {
  return style.position === undefined ? sizeShare(style) : sizeShare(style) * POSITION_SHARE;
}

/** Without what a raised or lowered run is smaller. */
function sizeShare({ sizePercent = 100 }: RunStyle): number {
  return sizePercent / 100;
}

/** The span that contains this character; undefined for the text around spans. */
export function spanAt(spans: readonly SpanLook[], at: number): SpanLook | undefined {
  const span = spans[firstEndingAfter(spans, at)];
  return span !== undefined && span.start <= at ? span : undefined;
}

/** A part of a line with one style, in layout units from the line's left end. */
export interface SpanExtent {
  readonly from: number;
  readonly to: number;
  readonly share: number;
  readonly riseEm: number;
  readonly style: RunStyle;
}

/** The parts of a line, from left to right; neighbors of one style are one part. */
export function lineExtents(
  runs: readonly LineRun[],
  spans: readonly SpanLook[],
  width: number,
): readonly SpanExtent[] {
  const parts = runs
    .flatMap((run) => {
      const span = spanAt(spans, run.start);
      const { share = 1, riseEm = 0, style = {} } = span ?? {};
      const edges = Array.from(run.xs, (x, i) => [x, x + (run.advances[i] ?? 0)] as const);
      const from = Math.min(...edges.map(([left]) => left));
      // Spaces at the end of a line are beyond it.
      const to = Math.min(width, Math.max(...edges.map(([, right]) => right)));
      return from < to ? [{ from, to, share, riseEm, style, span }] : [];
    })
    .sort((a, b) => a.from - b.from);
  const merged: typeof parts = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last !== undefined && last.span === part.span) merged[merged.length - 1] = { ...last, to: part.to };
    else merged.push(part);
  }
  return merged;
}
