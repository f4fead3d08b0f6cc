import type { LineMetrics, Paragraph, ParagraphBuilder, TextStyle } from 'canvaskit-wasm';
import type { Skia } from '../skia/load.ts';
import type { FontStore } from './font-store.ts';

/**
 * Text is laid out at this many units to the em and scaled afterwards, so that a line breaks at the same place for
 * every surface and zoom. Large enough for exact advances, but below the size (256) from which Skia measures scaled
 * outlines.
 */
export const EM_UNITS = 128;
const KEPT = 64;

/** The properties that distinguish builders. */
export interface ParagraphLook {
  readonly faces: readonly string[];
  /** Between letters, in layout units. */
  readonly spacing: number;
  readonly justify: boolean;
  readonly rightToLeft: boolean;
  /** With the vertical forms of punctuation. */
  readonly vertical: boolean;
}

/** `share` is the size of a run as a part of the text's. */
export function textStyle({ faces, spacing, vertical }: ParagraphLook, share = 1): TextStyle {
  return {
    fontFamilies: [...faces],
    fontSize: EM_UNITS * share,
    letterSpacing: spacing,
    ...(vertical ? { fontFeatures: [{ name: 'vert', value: 1 }] } : {}),
  };
}

/** Paragraph builders, cached by the look of the text: making one takes half as long as laying out a short text. */
export class ParagraphBuilders {
  readonly #skia: Skia;
  readonly #fonts: FontStore;
  readonly #made = new Map<string, ParagraphBuilder>();
  #last: { readonly key: string; readonly paragraph: Paragraph } | null = null;

  constructor(skia: Skia, fonts: FontStore) {
    this.#skia = skia;
    this.#fonts = fonts;
  }

  /** An empty builder, valid until the next call. */
  get(look: ParagraphLook): ParagraphBuilder {
    const { justify, rightToLeft } = look;
    const key = keyOf(look);
    const known = this.#made.get(key);
    if (known !== undefined) {
      known.reset();
      return known;
    }
    if (this.#made.size >= KEPT) this.clear();
    const skia = this.#skia;
    const style = new skia.ParagraphStyle({
      disableHinting: true,
      applyRoundingHack: false,
      replaceTabCharacters: true,
      // `placeLines` does all alignment except justification, and excludes the half letter spacings at the ends of a
      // line.
      textAlign: justify ? skia.TextAlign.Justify : skia.TextAlign.Left,
      textDirection: rightToLeft ? skia.TextDirection.RTL : skia.TextDirection.LTR,
      textStyle: textStyle(look),
    });
    const made = skia.ParagraphBuilder.MakeFromFontCollection(style, this.#fonts.collection());
    this.#made.set(key, made);
    return made;
  }

  /**
   * The text laid out in lines of this length, in layout units; valid until the next call. The last paragraph is kept,
   * because Skia lays out the same text at another length without shaping it again. `content` distinguishes what `add`
   * adds.
   */
  paragraph(look: ParagraphLook, content: string, length: number, add: (builder: ParagraphBuilder) => void): Paragraph {
    const key = `${keyOf(look)}\n${content}`;
    // Justified lines are not laid out again: Skia moves their glyphs.
    if (this.#last?.key !== key || look.justify) {
      const builder = this.get(look);
      add(builder);
      this.#forget();
      this.#last = { key, paragraph: builder.build() };
    }
    const { paragraph } = this.#last;
    paragraph.layout(length);
    return paragraph;
  }

  #forget(): void {
    this.#last?.paragraph.delete();
    this.#last = null;
  }

  /** Call this when the fonts have changed: a builder keeps its font collection. */
  clear(): void {
    this.#forget();
    for (const builder of this.#made.values()) builder.delete();
    this.#made.clear();
  }
}

function keyOf({ faces, justify, rightToLeft, spacing, vertical }: ParagraphLook): string {
  return `${faces.join('\n')}\n${justify} ${spacing} ${rightToLeft} ${vertical}`;
}

/** The lines of a laid-out paragraph; most paragraphs have one. */
export function lineMetrics(paragraph: Paragraph): readonly LineMetrics[] {
  const only = paragraph.getNumberOfLines() === 1 ? paragraph.getLineMetricsAt(0) : null;
  return only === null ? paragraph.getLineMetrics() : [only];
}
