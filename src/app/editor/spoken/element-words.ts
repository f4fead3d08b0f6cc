import type { TFunction } from 'i18next';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { angleOf } from '#model/elements/base/turn.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { fromMm, type MeasureUnit } from '#app/state/unit.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { contentText } from '../session/content-text.ts';

/** The user's language and unit for lengths and texts. */
export interface Speech {
  readonly t: TFunction;
  readonly language: string;
  readonly unit: MeasureUnit;
}

/** Facts about an element in addition to the element itself. */
export interface ElementFacts {
  /** The grade of its code; null for a mirrored one, undefined for an element that is no code or was not read. */
  readonly grade?: string | null | undefined;
  /** Its content on this label; defaults to its content without data. */
  readonly content?: string;
  /** Whether its condition hides it on this label. */
  readonly isHidden: boolean;
  /** Its problems, in words. */
  readonly faults: readonly string[];
}

const formats = new Map<string, Intl.NumberFormat>();

/** `12.3 millimeters`: a tenth of a millimeter is precise enough to hear. */
function spokenLength(mm: Mm, { language, unit }: Speech): string {
  const key = `${language} ${unit}`;
  const known = formats.get(key);
  const format =
    known ??
    numberFormat(language, {
      style: 'unit',
      unit: unit === 'mm' ? 'millimeter' : 'inch',
      unitDisplay: 'long',
      maximumFractionDigits: unit === 'mm' ? 1 : 2,
      // Rounds a tiny negative value to 0 without a sign.
      signDisplay: 'negative',
    });
  if (known === undefined) formats.set(key, format);
  return format.format(fromMm(mm, unit));
}

export function placeWords(box: Rect, speech: Speech): string {
  return speech.t('spoken:place', { x: spokenLength(box.x, speech), y: spokenLength(box.y, speech) });
}

export function sizeWords(box: Rect, speech: Speech): string {
  return speech.t('spoken:size', { width: spokenLength(box.width, speech), height: spokenLength(box.height, speech) });
}

export function turnWords(element: LabelElement, { t, language }: Speech): string {
  return t('spoken:turned', { degrees: numberFormat(language, { maximumFractionDigits: 1 }).format(angleOf(element)) });
}

export function gradeWords(grade: string | null, { t }: Speech): string {
  return grade === null ? t('editor:grade.mirrored') : t('editor:grade.of', { grade });
}

/** Joins several statements about one thing. */
export function joined(words: readonly string[], { t }: Speech): string {
  return words.filter((word) => word !== '').join(t('spoken:separator'));
}

/** A full description of an element for a person who does not see the canvas. */
export function elementWords(element: LabelElement, box: Rect, facts: ElementFacts, speech: Speech): string {
  const { t } = speech;
  const type = t(`editor:type.${element.type}`);
  const { content = contentText(element) } = facts;
  const { name } = element;
  return joined(
    [
      content === '' ? t('spoken:element', { name, type }) : t('spoken:content', { name, type, content }),
      placeWords(box, speech),
      sizeWords(box, speech),
      angleOf(element) === 0 ? '' : turnWords(element, speech),
      element.locked ? t('spoken:locked') : '',
      facts.isHidden ? t('spoken:hidden') : '',
      facts.grade === undefined ? '' : gradeWords(facts.grade, speech),
      ...facts.faults,
    ],
    speech,
  );
}
