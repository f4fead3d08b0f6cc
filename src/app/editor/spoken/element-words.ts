import type { TFunction } from 'i18next';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { fromMm, type MeasureUnit } from '#app/state/unit.ts';
import { contentText } from '../session/content-text.ts';

/** How lengths and texts are put into words: the user's language and unit. */
export interface Speech {
  readonly t: TFunction;
  readonly language: string;
  readonly unit: MeasureUnit;
}

/** What is known of an element besides itself. */
export interface ElementFacts {
  /** The grade that its code would get; null for one that is mirrored, undefined for what is no code or was not read. */
  readonly grade?: string | null | undefined;
  /** What it shows on this label; what is known of it without data when left out. */
  readonly content?: string;
  /** Its condition hides it on this label. */
  readonly isHidden: boolean;
  /** What is wrong with it, in words. */
  readonly faults: readonly string[];
}

const formats = new Map<string, Intl.NumberFormat>();

/** `12.3 millimeters`: a tenth of a millimetre is as much as anybody wants to hear. */
function spokenLength(mm: Mm, { language, unit }: Speech): string {
  const key = `${language} ${unit}`;
  const known = formats.get(key);
  const format =
    known ??
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: unit === 'mm' ? 'millimeter' : 'inch',
      unitDisplay: 'long',
      maximumFractionDigits: unit === 'mm' ? 1 : 2,
      // A little less than nothing is nothing.
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

export function gradeWords(grade: string | null, { t }: Speech): string {
  return grade === null ? t('editor:grade.mirrored') : t('editor:grade.of', { grade });
}

/** Several things that are said of the same. */
export function joined(words: readonly string[], { t }: Speech): string {
  return words.filter((word) => word !== '').join(t('spoken:separator'));
}

/** All that a person who does not see the canvas has to know of an element. */
export function elementWords(element: LabelElement, box: Rect, facts: ElementFacts, speech: Speech): string {
  const { t } = speech;
  const type = t(`editor:type.${element.type}`);
  const { content = contentText(element) } = facts;
  const { name, rotation } = element;
  return joined(
    [
      content === '' ? t('spoken:element', { name, type }) : t('spoken:content', { name, type, content }),
      placeWords(box, speech),
      sizeWords(box, speech),
      rotation === 0 ? '' : t('spoken:turned', { degrees: rotation }),
      element.locked ? t('spoken:locked') : '',
      facts.isHidden ? t('spoken:hidden') : '',
      facts.grade === undefined ? '' : gradeWords(facts.grade, speech),
      ...facts.faults,
    ],
    speech,
  );
}
