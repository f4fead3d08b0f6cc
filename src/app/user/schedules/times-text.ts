import type { TFunction } from 'i18next';
import { weekdayName, whenOf } from './when.ts';

/** When a schedule starts its runs, in words; the fields of cron where there are none for them. */
export function timesText(t: TFunction, language: string, cron: string): string {
  const { way, time, days, minutes, hours } = whenOf(cron);
  switch (way) {
    case 'daily':
      return t('user:schedule.daily', { time });
    case 'weekly': {
      const names = days
        .toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
        .map((day) => weekdayName(language, day, 'short'));
      return t('user:schedule.weekly', { days: new Intl.ListFormat(language, { style: 'short' }).format(names), time });
    }
    case 'minutes':
      return t('user:schedule.everyMinutes', { count: minutes });
    case 'hours':
      return t('user:schedule.everyHours', { count: hours });
    case 'none':
    case 'cron':
      return cron;
  }
}
