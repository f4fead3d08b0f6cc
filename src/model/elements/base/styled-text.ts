/** The place of a run relative to its line; both are also smaller. */
export const RUN_POSITIONS = ['superscript', 'subscript'] as const;
export type RunPosition = (typeof RUN_POSITIONS)[number];

/** What a run of a text has of its own. Absent fields are those of the text. */
export interface RunStyle {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly strikeThrough?: boolean | undefined;
  /** Percent of the text's size. */
  readonly sizePercent?: number | undefined;
  readonly position?: RunPosition | undefined;
  /** `#rrggbb`, on color outputs. */
  readonly color?: string | undefined;
}

/** A run of a text. Without a style it looks like the text around it. */
export interface TextRun {
  readonly text: string;
  readonly style?: RunStyle | undefined;
}

export const RUN_SIZE_LIMITS = { min: 25, max: 400, step: 5 };

/** A part of a text with a style of its own, in UTF-16 units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly style: RunStyle;
}

/** A text with the parts that have a style of their own, in order and without overlap. */
export interface StyledText {
  readonly text: string;
  readonly spans: readonly TextSpan[];
}

/** A text without parts of another style. */
export function plainText(text: string): StyledText {
  return { text, spans: [] };
}

/** Whether a run with this style looks like the text around it. */
export function isPlainStyle(style: RunStyle | undefined): boolean {
  return style === undefined || Object.values(style).every((value) => value === undefined);
}

/** Whether a part looks like the text around it but for its color, which changes no glyph and no dot of a print. */
export function isColorOnly({ color: _color, ...style }: RunStyle): boolean {
  return isPlainStyle(style);
}

export function sameStyle(a: RunStyle | undefined, b: RunStyle | undefined): boolean {
  return RUN_STYLE_FIELDS.every((field) => a?.[field] === b?.[field]);
}

const RUN_STYLE_FIELDS: readonly (keyof RunStyle)[] = [
  'bold',
  'italic',
  'underline',
  'strikeThrough',
  'sizePercent',
  'position',
  'color',
];

/** Runs one after the other. Line ends become `\n`, so that the spans also hold for the shaped text. */
export function joinRuns(runs: readonly TextRun[]): StyledText {
  let text = '';
  const spans: TextSpan[] = [];
  for (const run of runs) {
    const start = text.length;
    text += run.text.replace(/\r\n?/g, '\n');
    if (run.style === undefined || isPlainStyle(run.style) || text.length === start) continue;
    const last = spans.at(-1);
    // Runs of one style are shaped together, like a text that was typed at once.
    if (last?.end === start && sameStyle(last.style, run.style))
      spans[spans.length - 1] = { ...last, end: text.length };
    else spans.push({ start, end: text.length, style: run.style });
  }
  return { text, spans };
}

/** The part from `start` to `end`, in UTF-16 units. */
export function slicedText({ text, spans }: StyledText, start: number, end: number): StyledText {
  return { text: text.slice(start, end), spans: slicedSpans(spans, start, end) };
}

function slicedSpans(spans: readonly TextSpan[], start: number, end: number): readonly TextSpan[] {
  const sliced: TextSpan[] = [];
  for (let i = firstEndingAfter(spans, start); i < spans.length; i++) {
    const span = spans[i];
    if (span === undefined || span.start >= end) break;
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)];
    if (from < to) sliced.push({ start: from - start, end: to - start, style: span.style });
  }
  return sliced;
}

/**
 * The index of the first span that ends behind a place. A long text is cut into many lines or letters, so the spans before
 * the place are not passed one by one.
 */
export function firstEndingAfter(spans: readonly TextSpan[], place: number): number {
  let [from, to] = [0, spans.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((spans[middle]?.end ?? Infinity) > place) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Texts one after the other, with `separator` between them. */
export function joinTexts(texts: readonly StyledText[], separator: string): StyledText {
  let text = '';
  const spans: TextSpan[] = [];
  for (const [i, each] of texts.entries()) {
    if (i > 0) text += separator;
    for (const { start, end, style } of each.spans) {
      spans.push({ start: text.length + start, end: text.length + end, style });
    }
    text += each.text;
  }
  return { text, spans };
}

/** The text with every occurrence of these ranges bold, whatever else their style is. `ranges` are in order. */
export function emboldened(
  { text, spans }: StyledText,
  ranges: readonly { readonly start: number; readonly end: number }[],
): StyledText {
  if (ranges.length === 0) return { text, spans };
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...ranges, ...spans]) cuts.add(start).add(end);
  const places = [...cuts].sort((a, b) => a - b);
  const spanAt = inTurn(spans);
  const rangeAt = inTurn(ranges);
  return joinRuns(
    places.slice(1).map((end, i) => {
      const start = places[i] as number;
      const own = spanAt(start)?.style;
      return { text: text.slice(start, end), style: rangeAt(start) === undefined ? own : { ...own, bold: true } };
    }),
  );
}

/** Finds which of these parts, which are in order and don't overlap, a place is in. Each place is behind the one before. */
function inTurn<Part extends { readonly start: number; readonly end: number }>(
  parts: readonly Part[],
): (place: number) => Part | undefined {
  let at = 0;
  return (place) => {
    while ((parts[at]?.end ?? Infinity) <= place) at++;
    const part = parts[at];
    return part !== undefined && part.start <= place ? part : undefined;
  };
}
