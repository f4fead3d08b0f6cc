import { err, ok } from '#model/kernel/result.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { fixedText } from '../base/content.ts';
import { oneContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementDefinition } from '../base/definition.ts';
import { textWidthEm } from '../base/text-estimate.ts';
import { NO_SIZE_GROUP, readSizeGroup, writeSizeGroup } from '../base/size-group.ts';
import { textBox } from '../base/text-box.ts';
import {
  lineLengthMm,
  newTextStyle,
  readTextHeight,
  readTextStyle,
  readTextWidth,
  writeTextStyle,
} from '../base/text-style.ts';
import type { TextElement } from './text-element.ts';
import { hasTimeFlag } from '../base/time-flag.ts';
import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { layoutTextBlock } from '../base/text-block.ts';

/** Prefix and suffix are written around a value, but not around an empty one. */
const layoutText: LayoutOf<Unplaced<TextElement>> = (element, [value = ''], context) =>
  layoutTextBlock(element, value === '' ? '' : element.prefix + value + element.suffix, context);

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

  create(options) {
    const style = newTextStyle(options.zoom);
    const sizeMm = fontUnitsToMm(style.fontSize);
    const text = options.text ?? '';
    // An estimate of the text's width, so that the text appears where it was dropped.
    const width = Math.min(options.labelWidthMm, Math.max(sizeMm, sizeMm * textWidthEm(text)));
    return {
      ...createBase('text', options, width, sizeMm * 1.2 * text.split('\n').length),
      ...style,
      ...NO_SIZE_GROUP,
      sources: [fixedText(text)],
      prefix: '',
      suffix: '',
    };
  },

  read(base, fields) {
    const style = readTextStyle(fields);
    const element: TextElement = {
      ...base,
      type: 'text',
      ...style,
      ...readSizeGroup(fields),
      widthMm: readTextWidth(fields, style, base.widthMm),
      heightMm: readTextHeight(fields, style, base.heightMm),
      sources: fields.sources.length > 0 ? fields.sources : [fixedText('')],
      prefix: fields.text('TextPrefix', ''),
      suffix: fields.text('TextSuffix', ''),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({
    sources: element.sources,
    attributes: {
      TextPrefix: element.prefix,
      TextSuffix: element.suffix,
      ...writeTextStyle(element, lineLengthMm(element)),
      ...writeSizeGroup(element),
    },
  }),
};
