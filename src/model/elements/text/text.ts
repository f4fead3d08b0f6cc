import { err, ok } from '#model/kernel/result.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { fixedText } from '../base/content.ts';
import { oneContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementDefinition } from '../base/definition.ts';
import type { FieldReader } from '../base/fields.ts';
import { NO_PARAGRAPHS, readParagraphStyle, writeParagraphStyle } from '../base/paragraph-style.ts';
import { textWidthEm } from '../base/text-estimate.ts';
import { NO_SIZE_GROUP, readSizeGroup, writeSizeGroup } from '../base/size-group.ts';
import { emboldened, joinRuns, plainText, type StyledText, type TextRun } from '../base/styled-text.ts';
import { textBox } from '../base/text-box.ts';
import {
  lineLengthMm,
  newTextStyle,
  readTextHeight,
  readGrowingStyle,
  readTextWidth,
  writeTextStyle,
} from '../base/text-style.ts';
import { emphasizedRanges, MAX_EMPHASIZED_LENGTH } from './emphasis.ts';
import { NOT_DECLARED, readDeclaredValues, writeDeclaredValues } from './declared-values.ts';
import type { TextElement } from './text-element.ts';
import { hasTimeFlag } from '../base/time-flag.ts';
import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { layoutCourse } from '../base/course-layout.ts';
import { readTranslations, writeTranslations } from '../base/translation-fields.ts';
import { ONE_SIDE, readFlagSides, writeFlagSides } from '../base/flag-sides.ts';
import { NO_COURSE, readTextCourse, writeTextCourse } from '../base/text-course.ts';

const layoutText: LayoutOf<Unplaced<TextElement>> = (element, [value = ''], context) =>
  layoutCourse(element, emphasized(wholeText(element, value, context.runs), element.emphasizedWords), context);

/** The text with the words of this list bold. */
export function emphasized(text: StyledText, words: string): StyledText {
  return words === '' ? text : emboldened(text, emphasizedRanges(text.text, words));
}

function readEmphasizedWords(fields: FieldReader): string {
  const words = fields.text('EmphasizedWords', '');
  if (words.length <= MAX_EMPHASIZED_LENGTH) return words;
  fields.keep('EmphasizedWords');
  return words.slice(0, MAX_EMPHASIZED_LENGTH);
}

function readAffixTranslations(fields: FieldReader): Pick<TextElement, 'prefixTranslations' | 'suffixTranslations'> {
  const prefixTranslations = readTranslations(fields, 'TextPrefix');
  const suffixTranslations = readTranslations(fields, 'TextSuffix');
  return {
    ...(prefixTranslations === undefined ? {} : { prefixTranslations }),
    ...(suffixTranslations === undefined ? {} : { suffixTranslations }),
  };
}

/** Prefix and suffix are written around a value, but not around an empty one. */
function wholeText(
  { prefix, suffix }: Unplaced<TextElement>,
  value: string,
  runs: readonly TextRun[] | undefined,
): StyledText {
  if (value === '') return plainText('');
  if (runs === undefined) return plainText(prefix + value + suffix);
  return joinRuns([{ text: prefix }, ...runs, { text: suffix }]);
}

export const text: ElementDefinition<TextElement> = {
  ...textBox<TextElement>(),
  ...oneContent<TextElement>(),
  ...PLAIN,
  type: 'text',
  fileType: 'Text',
  isInFile: (attributes) => attributes['Type'] === 'Text' && !hasTimeFlag(attributes),
  layout: layoutText,
  staysWhenMoved: true,
  fontFamilies: (element) => [element.fontFamily],
  typedContent: (element) => ({ style: element, box: null }),
  ownTexts: ({ prefix, suffix, prefixTranslations, suffixTranslations }) => [
    { field: 'prefix', text: prefix, translations: prefixTranslations },
    { field: 'suffix', text: suffix, translations: suffixTranslations },
  ],
  withOwnTexts({ prefixTranslations: _prefix, suffixTranslations: _suffix, ...element }, [prefix, suffix]) {
    return {
      ...element,
      prefix: prefix?.text ?? '',
      suffix: suffix?.text ?? '',
      ...(prefix?.translations === undefined ? {} : { prefixTranslations: prefix.translations }),
      ...(suffix?.translations === undefined ? {} : { suffixTranslations: suffix.translations }),
    };
  },

  create(options) {
    const style = newTextStyle(options.zoom);
    const sizeMm = fontUnitsToMm(style.fontSize);
    const text = options.text ?? '';
    // An estimate of the text's width, so that the text appears where it was dropped.
    const width = Math.min(options.labelWidthMm, Math.max(sizeMm, sizeMm * textWidthEm(text)));
    return {
      ...createBase('text', options, width, sizeMm * 1.2 * text.split('\n').length),
      ...style,
      ...NO_COURSE,
      ...ONE_SIDE,
      ...NO_PARAGRAPHS,
      ...NO_SIZE_GROUP,
      ...NOT_DECLARED,
      sources: [fixedText(text)],
      prefix: '',
      suffix: '',
      emphasizedWords: '',
    };
  },

  read(base, fields) {
    const style = readGrowingStyle(fields);
    const element: TextElement = {
      ...base,
      type: 'text',
      ...style,
      ...readTextCourse(fields),
      ...readFlagSides(fields),
      ...readParagraphStyle(fields),
      ...readSizeGroup(fields),
      ...readDeclaredValues(fields),
      widthMm: readTextWidth(fields, style, base.widthMm),
      heightMm: readTextHeight(fields, style, base.heightMm),
      sources: fields.sources.length > 0 ? fields.sources : [fixedText('')],
      prefix: fields.text('TextPrefix', ''),
      suffix: fields.text('TextSuffix', ''),
      ...readAffixTranslations(fields),
      emphasizedWords: readEmphasizedWords(fields),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({
    sources: element.sources,
    attributes: {
      TextPrefix: element.prefix,
      TextSuffix: element.suffix,
      ...writeTranslations('TextPrefix', element.prefixTranslations),
      ...writeTranslations('TextSuffix', element.suffixTranslations),
      ...writeTextStyle(element, lineLengthMm(element)),
      ...writeTextCourse(element),
      ...writeFlagSides(element),
      ...writeParagraphStyle(element),
      ...writeSizeGroup(element),
      ...(element.emphasizedWords === '' ? {} : { EmphasizedWords: element.emphasizedWords }),
      ...writeDeclaredValues(element),
    },
  }),
};
