import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#model/kernel/time.ts';
import { dateFormat } from '#app/state/language-formats.ts';

/** "2 hours ago" within a week, the date after that, in the language's format. */
export function formatChanged(changed: Date, now: Date, language: string): string {
  const ageMs = Math.max(0, now.getTime() - changed.getTime());
  if (!Number.isFinite(ageMs)) return '';
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (ageMs < MINUTE_MS) return relative.format(0, 'second');
  if (ageMs < HOUR_MS) return relative.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return relative.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs < 7 * DAY_MS) return relative.format(-Math.floor(ageMs / DAY_MS), 'day');
  return dateFormat(language, { dateStyle: 'medium' }).format(changed);
}

/** Formats times (milliseconds since 1970) relative to the first render: "2 hours ago". */
export function useChanged(): (time: number) => string {
  const { i18n } = useTranslation();
  const [shownAt] = useState(() => new Date());
  return (time) => formatChanged(new Date(time), shownAt, i18n.language);
}
