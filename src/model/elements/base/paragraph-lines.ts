import type { Mm } from '#model/kernel/units.ts';
import type { ShapedText, ShapeRequest, TextMeasure } from './layout.ts';
import { withHyphen, wordAt, type Hyphenation } from './hyphenation.ts';
import { leaderPiece, type LinePiece } from './leaders.ts';
import { slicedText, type StyledText } from './styled-text.ts';
import { decimalPlace, stopAfter, type TabStop } from './tab-stops.ts';
import { isRightToLeft } from './text-direction.ts';

/** One or more lines that are placed as one. */
export interface SetLines {
  readonly pieces: readonly LinePiece[];
  /** Their end, from the start of the box. */
  readonly lengthMm: Mm;
  readonly baselineMm: Mm;
  readonly acrossMm: Mm;
  /** Lines with tabs stay at the start of the box, however the text is aligned. */
  readonly hasTabs: boolean;
}

/** One paragraph that is being set, with all lengths in those of the request. */
export interface Paragraph extends StyledText {
  readonly rightToLeft: boolean;
  /** The distance of the first line and of the others from the start of the box. */
  readonly firstMm: Mm;
  readonly startMm: Mm;
  /** In order; empty for a paragraph without tabs. */
  readonly stops: readonly TabStop[];
  readonly hyphenation: Hyphenation;
}

/** How paragraphs are shaped. A text that is only measured needs no glyphs. */
export interface ParagraphPort {
  readonly measure: TextMeasure;
  readonly isMeasured: boolean;
}

/** The request for a part of a paragraph whose lines are `wrapMm` long; null for one line. */
function partRequest(
  { spans: _spans, spreadMm: _spread, ...whole }: ShapeRequest,
  { rightToLeft }: Pick<Paragraph, 'rightToLeft'>,
  { text, spans }: StyledText,
  wrapMm: Mm | null,
  spreadMm?: Mm,
): ShapeRequest {
  return {
    ...whole,
    // An empty line is as high as one of the font.
    text: text === '' ? ' ' : text,
    wrapMm,
    ...(spans.length === 0 ? {} : { spans }),
    ...(spreadMm === undefined ? {} : { spreadMm }),
    // A text is shaped faster, and once, where its own direction is meant.
    ...(isRightToLeft(text) === rightToLeft ? {} : { direction: rightToLeft ? 'rtl' : 'ltr' }),
  };
}

function shapePart(request: ShapeRequest, { measure, isMeasured }: ParagraphPort): ShapedText {
  return isMeasured ? { ...measure.extent(request), lines: [], runs: [], missing: [] } : measure.shape(request);
}

/** The size of shaped text along its lines and across. */
export function sizeOf(
  { widthMm, heightMm }: Pick<ShapedText, 'widthMm' | 'heightMm'>,
  { vertical }: ShapeRequest,
): { readonly along: Mm; readonly across: Mm } {
  return vertical === true ? { along: heightMm, across: widthMm } : { along: widthMm, across: heightMm };
}

/** A mark such as a list's number, in the style of the text around the runs. */
export function shapeMark(
  request: ShapeRequest,
  paragraph: Pick<Paragraph, 'rightToLeft'>,
  text: string,
  port: ParagraphPort,
): LinePiece {
  const shaped = shapePart(partRequest({ ...request, align: 'left' }, paragraph, { text, spans: [] }, null), port);
  return { shaped, fromStartMm: 0, baselineMm: baselineOf(shaped, request) };
}

/** A paragraph all of whose lines are equally long. */
export function setAtOnce(request: ShapeRequest, paragraph: Paragraph, port: ParagraphPort): SetLines {
  const { wrapMm, spreadMm } = request;
  const { firstMm } = paragraph;
  const room = wrapMm === null ? null : roomFor(request, wrapMm - firstMm);
  const spread = spreadMm === undefined ? undefined : Math.max(0, spreadMm - firstMm);
  const shaped = shapePart(partRequest(request, paragraph, paragraph, room, spread), port);
  const { along, across } = sizeOf(shaped, request);
  const baselineMm = baselineOf(shaped, request);
  return {
    pieces: [{ shaped, fromStartMm: firstMm, baselineMm }],
    lengthMm: paragraph.text === '' && wrapMm === null ? 0 : firstMm + along,
    baselineMm,
    acrossMm: across,
    hasTabs: false,
  };
}

/**
 * A paragraph with tabs, or whose first line has another length: each line breaks where Skia breaks a line of its
 * length, and its parts are shaped alone.
 */
export function setLineByLine(request: ShapeRequest, paragraph: Paragraph, port: ParagraphPort): readonly SetLines[] {
  const lines: SetLines[] = [];
  const isEvenLater = paragraph.stops.length === 0 && paragraph.hyphenation === 'none';
  for (let at = 0; lines.length === 0 || at < paragraph.text.length;) {
    if (isEvenLater && lines.length > 0) {
      const rest = { ...paragraph, ...slicedText(paragraph, at, paragraph.text.length), firstMm: paragraph.startMm };
      return [...lines, setAtOnce(request, rest, port)];
    }
    const line = new Line(request, paragraph, port, lines.length === 0 ? paragraph.firstMm : paragraph.startMm);
    at = line.fill(at);
    lines.push(line.set());
  }
  return lines;
}

/** A beginning of so many UTF-16 units often has two lines: laying out the whole rest for each line would take long. */
const FEW_LINES = 200;
/** How much longer the next beginning is where this one has fewer lines. */
const MORE_LINES = 4;

/** One line that is being filled. */
class Line {
  readonly #request: ShapeRequest;
  readonly #paragraph: Paragraph;
  readonly #port: ParagraphPort;
  readonly #pieces: LinePiece[] = [];
  #atMm: Mm;
  #hasTabs = false;
  #hasText = false;

  constructor(request: ShapeRequest, paragraph: Paragraph, port: ParagraphPort, startMm: Mm) {
    this.#request = request;
    this.#paragraph = paragraph;
    // Parts of different heights are placed by their baselines.
    this.#port = paragraph.stops.length === 0 ? port : { ...port, isMeasured: false };
    this.#atMm = startMm;
  }

  /** Fills the line with the paragraph's text from `from`; returns where the next line begins. */
  fill(from: number): number {
    const { text, stops } = this.#paragraph;
    for (let start = from; ;) {
      const tab = stops.length === 0 ? -1 : text.indexOf('\t', start);
      const end = tab < 0 ? text.length : tab;
      const next = this.#lineEnd(start, end);
      const hyphen = next === undefined ? null : this.#hyphenBefore(start, end, next);
      if (hyphen !== null) {
        this.#add(withHyphen(slicedText(this.#paragraph, start, hyphen)), 'line');
        return hyphen;
      }
      if (next !== undefined) {
        // A word that has no room behind a tab begins the next line.
        if (this.#hasText && start > from && isInsideWord(text, next)) return start;
        this.#add(slicedText(this.#paragraph, start, start + text.slice(start, next).trimEnd().length), 'line');
        return next;
      }
      this.#add(slicedText(this.#paragraph, start, end), tab < 0 ? 'paragraph' : 'tab');
      if (tab < 0) return text.length + 1;
      const following = text.indexOf('\t', tab + 1);
      this.#moveToStop(slicedText(this.#paragraph, tab + 1, following < 0 ? text.length : following));
      start = tab + 1;
    }
  }

  set(): SetLines {
    const size = (piece: LinePiece): Mm => sizeOf(piece.shaped, this.#request).across;
    const baselineMm = this.#pieces.reduce((most, piece) => Math.max(most, piece.baselineMm), -Infinity);
    const belowMm = this.#pieces.reduce((most, piece) => Math.max(most, size(piece) - piece.baselineMm), -Infinity);
    return {
      pieces: this.#pieces,
      lengthMm: this.#atMm,
      baselineMm,
      acrossMm: baselineMm + belowMm,
      hasTabs: this.#hasTabs,
    };
  }

  /** Where the line ends in text that is longer than the room behind what is already there. All places are the paragraph's. */
  #lineEnd(start: number, end: number): number | undefined {
    if (this.#request.wrapMm === null || start === end) return undefined;
    for (let length = FEW_LINES; ; length *= MORE_LINES) {
      const isWhole = start + length >= end;
      const beginning = slicedText(this.#paragraph, start, isWhole ? end : start + length);
      const [first, second] = this.#lineStarts(beginning, this.#request.wrapMm);
      // The whole second line is in this beginning, so nothing behind it changes the first.
      if (isWhole || second !== undefined) return first === undefined ? undefined : start + first;
    }
  }

  #lineStarts(text: StyledText, wrapMm: Mm): readonly number[] {
    const rest = wrapMm - this.#atMm;
    const room = this.#hasTabs ? Math.max(0, rest) : roomFor(this.#request, rest);
    return this.#port.measure.lineStarts(partRequest(this.#request, this.#paragraph, text, room));
  }

  /** The last place with room for a hyphen in the word at which a line ends; null for none. */
  #hyphenBefore(start: number, end: number, lineEnd: number): number | null {
    const { hyphenation } = this.#paragraph;
    const { wrapMm } = this.#request;
    if (hyphenation === 'none' || wrapMm === null) return null;
    const found = wordAt(this.#paragraph.text.slice(start, end), lineEnd - start);
    if (found === null) return null;
    const places = this.#port.measure.hyphens(found.word, hyphenation).map((place) => start + found.start + place);
    const hasRoom = (place: number): boolean =>
      this.#lineStarts(withHyphen(slicedText(this.#paragraph, start, place)), wrapMm).length === 0;
    return places.findLast(hasRoom) ?? null;
  }

  /** Adds text at the end of the line, before a tab or the end of the line or paragraph. A line has some text. */
  #add(part: StyledText, before: 'tab' | 'line' | 'paragraph'): void {
    if (part.text === '' && (this.#hasText || before === 'tab')) return;
    this.#hasText = true;
    const { align, wrapMm, spreadMm } = this.#request;
    const target = this.#hasTabs || this.#paragraph.stops.length > 0 ? undefined : (wrapMm ?? spreadMm);
    const spreads = align === 'stretch' || (align === 'justify' && (wrapMm === null || before !== 'paragraph'));
    const spread = target !== undefined && spreads ? Math.max(0, target - this.#atMm) : undefined;
    const shaped = shapePart(partRequest(this.#request, this.#paragraph, part, null, spread), this.#port);
    this.#pieces.push({ shaped, fromStartMm: this.#atMm, baselineMm: baselineOf(shaped, this.#request) });
    if (part.text !== '') this.#atMm += sizeOf(shaped, this.#request).along;
  }

  /** Moves to the next stop, at which `text` is placed. Behind the last stop, a tab is a space. */
  #moveToStop(text: StyledText): void {
    this.#hasTabs = true;
    const stop = stopAfter(this.#paragraph.stops, this.#atMm);
    const { wrapMm, sizeMm } = this.#request;
    const spaceMm = this.#lengthOf({ text: '\u00a0', spans: [] });
    const hasNoRoom = wrapMm !== null && stop?.align === 'left' && stop.positionMm > wrapMm - sizeMm;
    if (stop === undefined || hasNoRoom) {
      this.#atMm += spaceMm;
      return;
    }
    const from = this.#atMm;
    const length = stop.align === 'left' ? 0 : this.#lengthOf(text);
    const before = stop.positionMm - this.#beforeStop(text, stop, length);
    const latest = wrapMm === null || stop.align === 'left' ? Infinity : wrapMm - length;
    this.#atMm = stop.align === 'left' ? before : Math.max(from + spaceMm, Math.min(before, latest));
    const leader = leaderPiece(stop.leader, from, this.#atMm, this.#request, (mark) =>
      shapeMark(this.#request, this.#paragraph, mark, this.#port),
    );
    if (leader !== null) this.#pieces.push(leader);
  }

  /** How much of the text is before its stop. */
  #beforeStop(text: StyledText, { align }: TabStop, length: Mm): Mm {
    switch (align) {
      case 'left':
        return 0;
      case 'center':
        return length / 2;
      case 'right':
        return length;
      case 'decimal': {
        const integer = this.#lengthOf(slicedText(text, 0, decimalPlace(text.text)));
        // Numbers are written from left to right in every paragraph.
        return this.#paragraph.rightToLeft ? length - integer : integer;
      }
    }
  }

  #lengthOf(part: StyledText): Mm {
    if (part.text === '') return 0;
    const { measure } = this.#port;
    return sizeOf(measure.extent(partRequest(this.#request, this.#paragraph, part, null)), this.#request).along;
  }
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Whether a line that breaks here breaks a word. */
function isInsideWord(text: string, at: number): boolean {
  const [before = '', after = ''] = [text.charAt(at - 1), text.charAt(at)];
  return LETTER.test(before) && LETTER.test(after) && !UNSPACED.test(before) && !UNSPACED.test(after);
}

/** The first baseline; 0 for a text that is only measured. */
function baselineOf(shaped: ShapedText, request: ShapeRequest): Mm {
  const baseline = shaped.lines[0]?.baselineMm ?? 0;
  return request.vertical === true ? shaped.widthMm - baseline : baseline;
}

/** A line has room for one letter, however large its indent is: the text is then too long, and not endless. */
function roomFor(request: ShapeRequest, mm: Mm): Mm {
  return Math.max(mm, request.sizeMm);
}
