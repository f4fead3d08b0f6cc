import type { ElementBase } from '../base/element.ts';
import type { FlagSides } from '../base/flag-sides.ts';
import type { GroupedText } from '../base/size-group.ts';
import type { TextCourse } from '../base/text-course.ts';
import type { TextStyle } from '../base/text-style.ts';

/** How dates are written: the order of their parts, and the names of months and weekdays. */
export const REGIONS = ['zh', 'us', 'uk'] as const;
export type Region = (typeof REGIONS)[number];

/** A date, a time of day or both, shown as text. */
export interface TimeTextElement extends ElementBase, TextStyle, TextCourse, FlagSides, GroupedText {
  readonly type: 'timeText';
  readonly showsDate: boolean;
  readonly showsTime: boolean;
  /** `system`: the current time; `date` and `time` are ignored. `given`: the time in `date` and `time`. */
  readonly clock: 'system' | 'given';
  /** YYYY/MM/DD; the day exists. */
  readonly date: string;
  /** HH:mm:ss. */
  readonly time: string;
  readonly region: Region;
  /** Patterns for `formatTime`. */
  readonly dateFormat: string;
  readonly timeFormat: string;
  /** Whole days and minutes to add to the clock's time. */
  readonly dayOffset: number;
  readonly minuteOffset: number;
}
