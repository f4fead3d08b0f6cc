import type { LocalTime } from '#model/kernel/local-time.ts';
import { addTime, parseTime } from './calendar.ts';
import { formatTime } from './format-time.ts';
import type { Unplaced } from '../base/layout.ts';
import type { TimeTextElement } from './time-text-element.ts';

/** Date and time of day in the file's form. */
export function dateField(time: LocalTime): string {
  return formatTime(time, 'yyyy/MM/dd', 'zh');
}

export function timeField(time: LocalTime): string {
  return formatTime(time, 'HH:mm:ss', 'zh');
}

/** The moment that a time text shows: its own or the current one, plus its offsets. `now` is called only if needed. */
export function timeShown(element: Unplaced<TimeTextElement>, now: () => LocalTime): LocalTime {
  const given = element.clock === 'given' ? parseTime(element.date, element.time) : null;
  return addTime(given ?? now(), element.dayOffset, element.minuteOffset);
}

/** The text for this moment; empty when neither date nor time is shown. */
export function timeTextValue(element: Unplaced<TimeTextElement>, now: () => LocalTime): string {
  const time = timeShown(element, now);
  const parts = [
    ...(element.showsDate ? [formatTime(time, element.dateFormat, element.region)] : []),
    ...(element.showsTime ? [formatTime(time, element.timeFormat, element.region)] : []),
  ];
  return parts.join(' ');
}
