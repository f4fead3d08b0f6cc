import { contentOf, type ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import type { LabelLanguages } from '#model/template/label-languages.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { sourceIn } from '#model/elements/translated.ts';
import { ALPHABETS, type Alphabet, type DeclaredValues } from '#model/elements/text/declared-values.ts';
import { isText, type TextElement } from '#model/elements/text/text-element.ts';
import type { ElementId } from '#model/kernel/ids.ts';

/** The values of one source of a text in the rows so far. */
export interface ObservedSource {
  /** Every character of the values, in the order of the code points. */
  readonly characters: string;
  /** The longest value, in UTF-16 units. */
  readonly length: number;
}

/** The values of a bound text: an entry for each of its sources, null for fixed text. */
export interface ObservedText {
  readonly elementId: ElementId;
  readonly sources: readonly (ObservedSource | null)[];
}

/** Alphabets that a proof about observed values is extended to, from the smallest. */
const FIT_CLASSES = ['digits', 'capitals', 'capitalsAndDigits', 'letters', 'lettersAndDigits'] as const;

/**
 * The values that a proof is about: those that the text declares, else the observed ones. Both are of all sources.
 */
export interface ExpectedText extends ObservedText {
  /** Whether an observed value is longer than declared, or has other characters. */
  readonly isExceeded: boolean;
}

/** The observed values, with what the text declares about them in their place. */
export function expectedText(
  { valueAlphabet, maxValueLength }: DeclaredValues,
  { elementId, sources }: ObservedText,
): ExpectedText {
  const characters = valueAlphabet === 'observed' ? null : ALPHABETS[valueAlphabet];
  const isBeyond = (own: ObservedSource): boolean =>
    (characters !== null && !isOf(own.characters, characters)) || (maxValueLength > 0 && own.length > maxValueLength);
  return {
    elementId,
    sources: sources.map((own) =>
      own === null ? null : { characters: characters ?? own.characters, length: maxValueLength || own.length },
    ),
    isExceeded: sources.some((own) => own !== null && isBeyond(own)),
  };
}

/**
 * Why nothing can be proven. `values`: there are none, and no alphabet is declared. `script`: the font or its shaping
 * depends on more than pairs of letters. `style`: letter spacing or vertical lines. `edge`: letters may extend beyond
 * the label's edge. `lines`: it depends on the words. `pushed`: texts above may push it down. `length`: its place or its
 * height follows the length of its label.
 */
export const FIT_DOUBTS = ['values', 'script', 'style', 'edge', 'lines', 'pushed', 'length'] as const;
export type FitDoubt = (typeof FIT_DOUBTS)[number];

interface FitSubject {
  readonly elementId: ElementId;
  readonly elementName: string;
  /** The alphabet that contains all characters of the values; `observed` where it is just these characters. */
  readonly alphabet: Alphabet | 'observed';
  readonly characters: string;
  /** Whether the rows have values beyond those that the text declares; they are not part of the proof. */
  readonly isExceeded: boolean;
}

/**
 * What is known about the texts that one element may show. Lengths are those of each source's value, in characters; a
 * text of several sources may have as many in each.
 */
export type FitProof = FitSubject &
  (
    | { readonly outcome: 'proven'; readonly fitsUpTo: number }
    /** `value` is the whole text; `isShortest` where it is proven that every shorter one fits. */
    | { readonly outcome: 'fails'; readonly fitsUpTo: number; readonly value: string; readonly isShortest: boolean }
    | { readonly outcome: 'unknown'; readonly doubt: FitDoubt }
  );

const OUTCOMES = ['proven', 'unknown', 'fails'] as const satisfies readonly FitProof['outcome'][];

/** The worse of two results for one text, such as of two languages. */
export function worseProof(one: FitProof, other: FitProof): FitProof {
  const [rank, otherRank] = [OUTCOMES.indexOf(one.outcome), OUTCOMES.indexOf(other.outcome)];
  if (rank !== otherRank) return rank > otherRank ? one : other;
  const upTo = (proof: FitProof): number => (proof.outcome === 'unknown' ? 0 : proof.fitsUpTo);
  return upTo(other) < upTo(one) ? other : one;
}

/** A record as it is observed: once in its language or, where that is chosen when printing, in each. */
export function observedAs(record: DataRecord, languages: LabelLanguages | undefined): readonly DataRecord[] {
  if (languages === undefined || languages.column !== undefined) return [record];
  return [record, ...languages.tags.slice(1).map((language) => ({ ...record, language }))];
}

/** A text with values from data. */
export function isBoundText(element: LabelElement): element is TextElement & LabelElement {
  return isText(element) && element.sources.some(isVariable);
}

function isVariable(source: DataSource): boolean {
  return source.type !== 'fixed';
}

export interface FitObserver {
  add(record: DataRecord, values: ElementValues): void;
  observed(): readonly ObservedText[];
}

/** Collects the characters and lengths of the values of bound texts, record by record. */
export function createFitObserver(elements: readonly LabelElement[]): FitObserver {
  const texts = elements.filter(isBoundText).map((element) => ({
    element,
    sources: element.sources.map((source) =>
      isVariable(source) ? { source, codes: new Set<string>(), length: 0 } : null,
    ),
  }));
  return {
    add(record, values) {
      for (const { sources } of texts) {
        for (const of of sources) {
          if (of === null) continue;
          const { language } = record;
          const source = language === undefined ? of.source : sourceIn(of.source, language);
          const value = contentOf([source], record, values);
          if (!value.ok) continue;
          of.length = Math.max(of.length, value.value.length);
          for (const character of value.value) of.codes.add(character);
        }
      }
    },
    observed: () =>
      texts.map(({ element, sources }) => ({
        elementId: element.id,
        sources: sources.map((of) => (of === null ? null : { characters: ordered(of.codes), length: of.length })),
      })),
  };
}

/** What several observers of the same elements have seen together. */
export function mergedObservations(all: readonly (readonly ObservedText[])[]): readonly ObservedText[] {
  return (all[0] ?? []).map((text, i) => ({
    elementId: text.elementId,
    sources: text.sources.map((own, k) => {
      if (own === null) return null;
      const same = all.flatMap((texts) => texts[i]?.sources[k] ?? []);
      return {
        characters: ordered(new Set(same.flatMap(({ characters }) => Array.from(characters)))),
        length: Math.max(...same.map(({ length }) => length)),
      };
    }),
  }));
}

/** The smallest class with all of these characters. */
export function fitClassOf(characters: string): Alphabet | null {
  return FIT_CLASSES.find((name) => isOf(characters, ALPHABETS[name])) ?? null;
}

function isOf(characters: string, alphabet: string): boolean {
  return Array.from(characters).every((character) => alphabet.includes(character));
}

function ordered(characters: ReadonlySet<string>): string {
  return [...characters].sort((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)).join('');
}
