import type { DataSource } from '../base/content.ts';
import type { ElementBase } from '../base/element.ts';
import type { FlagSides } from '../base/flag-sides.ts';
import type { ParagraphStyle } from '../base/paragraph-style.ts';
import type { GroupedText } from '../base/size-group.ts';
import type { TextCourse } from '../base/text-course.ts';
import type { TextStyle } from '../base/text-style.ts';
import type { Translations } from '../base/translations.ts';
import type { DeclaredValues } from './declared-values.ts';

/** Text whose content comes from its data sources. */
export interface TextElement
  extends ElementBase, TextStyle, ParagraphStyle, TextCourse, FlagSides, GroupedText, DeclaredValues {
  readonly type: 'text';
  readonly sources: readonly DataSource[];
  readonly prefix: string;
  readonly suffix: string;
  /** The prefix and suffix in other languages. */
  readonly prefixTranslations?: Translations;
  readonly suffixTranslations?: Translations;
  /** Words that are bold wherever the text has them, such as allergens: see `emphasizedRanges`. */
  readonly emphasizedWords: string;
}

export function isText<E extends { readonly type: string }>(element: E): element is E & TextElement {
  return element.type === 'text';
}
