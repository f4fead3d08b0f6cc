/**
 * Rules in a font's tables (OpenType 1.9) about glyphs that change next to others. Sufficient to know that a text is
 * set letter by letter and that each letter's position depends on the next one at most.
 */
export interface GlyphNeighbours {
  /**
   * True when no rule of the font applies to either glyph alone, nor to the two next to each other. If this holds for
   * all neighbors in a text, no rule applies at all: each character keeps its glyph, and only pairs are kerned.
   */
  plain(glyph: number, next: number): boolean;
}

/** The features that HarfBuzz applies by default to horizontal text of scripts without a shaper of their own. */
const APPLIED = /^(?:rvrn|ltr[am]|ccmp|locl|rlig|rclt|calt|clig|liga|rand|kern|dist|curs|mark|mkmk|abvm|blwm)$/;
/** Tables that shape glyphs in ways that are not examined here. */
const OTHER_WAYS = ['morx', 'mort', 'kerx', 'trak', 'fvar', 'Silf'];
const TRUETYPE = 0x00010000;
const OPENTYPE = 0x4f54544f;
/**
 * Lookup flags that skip certain kinds of glyphs when searching for neighbors. (Marks are skipped too, but the texts
 * examined have none.)
 */
const IGNORES_BASES_OR_LIGATURES = 0x6;
const MARK_CLASS = 3;
/** Number of cached pairs of a font. */
const MOST_PAIRS = 20_000;

/**
 * Limit of numbers read and glyphs listed for a font. Its lists may overlap and its ranges may repeat, so that a small
 * file could require billions; the font of the product with the most rules takes 13,000.
 */
const MOST_STEPS = 200_000;

type Has = (glyph: number) => boolean;

/** A change that happens when `second` comes right after `first`; without `second`, wherever `first` is. */
interface Change {
  readonly first: Has;
  readonly second?: Has;
}

/** Null for a font that may shape text in a way that is not examined here. */
export function readGlyphNeighbours(file: ArrayBuffer): GlyphNeighbours | null {
  try {
    const changes = new LayoutTables(new DataView(file)).changes();
    if (changes === null) return null;
    const known = new Map<number, boolean>();
    return {
      plain(glyph, next) {
        const pair = (glyph << 16) | next;
        let plain = known.get(pair);
        if (plain === undefined) {
          plain = changes.every((change) => !applies(change, glyph, next));
          if (known.size >= MOST_PAIRS) known.clear();
          known.set(pair, plain);
        }
        return plain;
      },
    };
  } catch (cause) {
    // An offset points beyond the end, or the rules have no end: the file is truncated or invalid.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

function applies({ first, second }: Change, glyph: number, next: number): boolean {
  return second === undefined ? first(glyph) || first(next) : first(glyph) && second(next);
}

class LayoutTables {
  readonly #view: DataView;
  /** Many rules share a coverage table. */
  readonly #coverages = new Map<number, Has>();
  #steps = 0;

  constructor(view: DataView) {
    this.#view = view;
  }

  changes(): readonly Change[] | null {
    const signature = this.#view.getUint32(0);
    if (signature !== TRUETYPE && signature !== OPENTYPE) return null;
    const tables = new Map<string, number>();
    for (let i = 0, at = 12; i < this.#u16(4); i++, at += 16) tables.set(this.#tag(at), this.#view.getUint32(at + 8));
    if (OTHER_WAYS.some((tag) => tables.has(tag))) return null;
    const kern = tables.get('kern');
    if (kern !== undefined && this.#u16(kern) !== 0) return null;

    const changes: Change[] = [];
    const definitions = tables.get('GDEF');
    const classes = definitions === undefined ? 0 : this.#u16(definitions + 4);
    if (definitions !== undefined && classes !== 0) {
      const classOf = this.#classes(definitions + classes);
      changes.push({ first: (glyph) => classOf(glyph) === MARK_CLASS });
    }
    for (const name of ['GSUB', 'GPOS'] as const) {
      const table = tables.get(name);
      const found = table === undefined ? [] : this.#tableChanges(name, table);
      if (found === null) return null;
      changes.push(...found);
    }
    return changes;
  }

  #tableChanges(name: 'GSUB' | 'GPOS', table: number): readonly Change[] | null {
    // A variable font may exchange features.
    if (this.#u16(table + 2) > 0 && this.#view.getUint32(table + 10) !== 0) return null;
    const lookups = table + this.#u16(table + 8);
    const extension = name === 'GSUB' ? 7 : 9;
    const changes: Change[] = [];
    for (const index of this.#appliedLookups(table)) {
      const lookup = lookups + this.#u16(lookups + 2 + 2 * index);
      if ((this.#u16(lookup + 2) & IGNORES_BASES_OR_LIGATURES) !== 0) return null;
      for (const offset of this.#list(lookup + 4)) {
        const [at, type] =
          this.#u16(lookup) === extension
            ? [lookup + offset + this.#view.getUint32(lookup + offset + 4), this.#u16(lookup + offset + 2)]
            : [lookup + offset, this.#u16(lookup)];
        const found = name === 'GSUB' ? this.#substitution(type, at) : this.#positioning(type, at);
        if (found === null) return null;
        changes.push(...found);
      }
    }
    return changes;
  }

  /** The lookups of the features that are applied, in any script, in the default language. */
  #appliedLookups(table: number): ReadonlySet<number> {
    const scripts = table + this.#u16(table + 4);
    const features = table + this.#u16(table + 6);
    const lookups = new Set<number>();
    for (let i = 0; i < this.#u16(scripts); i++) {
      const script = scripts + this.#u16(scripts + 2 + 6 * i + 4);
      const offset = this.#u16(script);
      if (offset === 0) continue;
      const required = this.#u16(script + offset + 2);
      for (const index of [...this.#list(script + offset + 4), ...(required === 0xffff ? [] : [required])]) {
        const record = features + 2 + 6 * index;
        if (index !== required && !APPLIED.test(this.#tag(record))) continue;
        for (const lookup of this.#list(features + this.#u16(record + 4) + 2)) lookups.add(lookup);
      }
    }
    return lookups;
  }

  #substitution(type: number, at: number): readonly Change[] | null {
    switch (type) {
      case 4:
        return this.#ligatures(at);
      case 5:
      case 6:
        return this.#contexts(type === 6, at);
      default:
        return [{ first: this.#coverage(at + this.#u16(at + 2)) }];
    }
  }

  #positioning(type: number, at: number): readonly Change[] | null {
    switch (type) {
      case 1:
        return [];
      case 2:
        // When a pair moves its second glyph as well, that glyph is not the first of another pair any more: not
        // examined here.
        return this.#u16(at + 6) === 0 ? [] : null;
      case 7:
      case 8:
        return this.#contexts(type === 8, at);
      default:
        // Cursive joins and marks, which the texts examined do not have.
        return [{ first: this.#coverage(at + this.#u16(at + 2)) }];
    }
  }

  #ligatures(at: number): readonly Change[] {
    const firsts = this.#covered(at + this.#u16(at + 2));
    return this.#list(at + 4).map((set, i) => {
      const first: Has = (glyph) => glyph === firsts[i];
      const ligatures = this.#list(at + set).map((offset) => at + set + offset);
      if (ligatures.some((ligature) => this.#u16(ligature + 2) < 2)) return { first };
      const seconds = new Set(ligatures.map((ligature) => this.#u16(ligature + 4)));
      return { first, second: (glyph) => seconds.has(glyph) };
    });
  }

  /**
   * Rules about sequences, `chained` ones also with preceding and following glyphs. For each, two adjacent glyphs of
   * it.
   */
  #contexts(chained: boolean, at: number): readonly Change[] {
    const format = this.#u16(at);
    if (format === 3) {
      const place = chained ? at + 2 : at;
      const before = chained ? this.#list(place) : [];
      const inputAt = chained ? place + 2 + 2 * before.length : at + 2;
      // In rules that are not chained, the number of actions is between the number of glyphs and the glyphs.
      const input = chained ? this.#list(inputAt) : this.#offsets(at + 6, this.#u16(inputAt));
      const after = chained ? this.#list(inputAt + 2 + 2 * input.length) : [];
      const has = (offset: number): Has => this.#coverage(at + offset);
      return [change(before.map(has), input.map(has), after.map(has))];
    }
    const first = this.#coverage(at + this.#u16(at + 2));
    return format === 2 && chained ? this.#classContexts(at, first) : [{ first }];
  }

  #classContexts(at: number, covered: Has): readonly Change[] {
    const [before, input, after] = [4, 6, 8].map((field) => {
      const offset = this.#u16(at + field);
      const classOf = offset === 0 ? (): number => 0 : this.#classes(at + offset);
      return (value: number): Has =>
        (glyph) =>
          classOf(glyph) === value;
    }) as [(value: number) => Has, (value: number) => Has, (value: number) => Has];
    return this.#list(at + 10).flatMap((set, firstClass) => {
      if (set === 0) return [];
      const first: Has = (glyph) => covered(glyph) && input(firstClass)(glyph);
      return this.#list(at + set).map((offset) => {
        const rule = at + set + offset;
        const backtrack = this.#list(rule);
        const inputAt = rule + 2 + 2 * backtrack.length;
        const more = this.#offsets(inputAt + 2, this.#u16(inputAt) - 1);
        const lookahead = this.#list(inputAt + 2 + 2 * more.length);
        return change(backtrack.map(before), [first, ...more.map(input)], lookahead.map(after));
      });
    });
  }

  #coverage(at: number): Has {
    let has = this.#coverages.get(at);
    if (has === undefined) {
      const glyphs = new Set(this.#covered(at));
      has = (glyph): boolean => glyphs.has(glyph);
      this.#coverages.set(at, has);
    }
    return has;
  }

  /** The glyphs of a coverage table, in the order of their indices. */
  #covered(at: number): readonly number[] {
    if (this.#u16(at) === 1) return this.#list(at + 2);
    return this.#ranges(at + 2).flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  }

  #classes(at: number): (glyph: number) => number {
    const classes = new Map<number, number>();
    if (this.#u16(at) === 1) {
      this.#list(at + 4).forEach((value, i) => classes.set(this.#u16(at + 2) + i, value));
    } else {
      for (const { from, to, value } of this.#ranges(at + 2)) {
        for (let glyph = from; glyph <= to; glyph++) classes.set(glyph, value);
      }
    }
    return (glyph) => classes.get(glyph) ?? 0;
  }

  #ranges(at: number): readonly { readonly from: number; readonly to: number; readonly value: number }[] {
    return Array.from({ length: this.#u16(at) }, (_, i) => {
      const [from, to, value] = this.#offsets(at + 2 + 6 * i, 3) as [number, number, number];
      this.#take(to - from + 1);
      return { from, to, value };
    });
  }

  /** A list of numbers, prefixed with its count. */
  #list(at: number): readonly number[] {
    return this.#offsets(at + 2, this.#u16(at));
  }

  #offsets(at: number, count: number): readonly number[] {
    return Array.from({ length: Math.max(0, count) }, (_, i) => this.#u16(at + 2 * i));
  }

  #u16(at: number): number {
    this.#take(1);
    return this.#view.getUint16(at);
  }

  #take(steps: number): void {
    this.#steps += Math.max(0, steps);
    if (this.#steps > MOST_STEPS) throw new RangeError('rules without end');
  }

  #tag(at: number): string {
    return String.fromCharCode(...[0, 1, 2, 3].map((i) => this.#view.getUint8(at + i)));
  }
}

/** Two adjacent glyphs without which the rule does not apply. `before` is counted from the glyph backwards. */
function change(before: readonly Has[], input: readonly Has[], after: readonly Has[]): Change {
  const [first = (): boolean => true, ...rest] = input;
  const second = [...rest, ...after][0];
  if (second !== undefined) return { first, second };
  const previous = before[0];
  return previous === undefined ? { first } : { first: previous, second: first };
}
