import { useEffect, useState, type ReactElement } from 'react';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import type { Language } from '#app/state/i18n/languages.ts';

interface DayFieldProps {
  /** `2026-01-31`, in local time; empty for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** For a label outside the field. */
  readonly id?: string;
  /** The accessible name if the field has no label. */
  readonly label?: string;
  /** Shown while the field is empty. */
  readonly placeholder?: string;
  /** First and last selectable day, as `value`. */
  readonly min?: string;
  readonly max?: string;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const FORMAT = 'YYYY-MM-DD';

/** Digits fill the year, the month and the day in turn, and the arrows change the selected part. */
const TYPED = { format: FORMAT, type: 'mask' } as const;

/** The months, the weekdays and the first of them; the calendar's other texts come with antd's own. */
const CALENDARS: Readonly<Record<Language, () => Promise<unknown>>> = {
  zh: () => import('dayjs/locale/zh-cn'),
  en: () => Promise.resolve(),
  pt: () => import('dayjs/locale/pt-br'),
  es: () => import('dayjs/locale/es'),
  ru: () => import('dayjs/locale/ru'),
};

/** A day, typed as year, month and day or picked from a calendar in the language of the interface. */
export function DayField({ id, label, value, placeholder, min, max, onChange }: DayFieldProps): ReactElement {
  const { i18n } = useTranslation();
  const language = currentLanguage(i18n);
  const first = dayOf(min);
  const last = dayOf(max);
  const [, setLoaded] = useState<Language>('en');
  useEffect(() => {
    CALENDARS[language]().then(
      () => setLoaded(language),
      () => undefined, // the calendar stays English
    );
  }, [language]);
  return (
    <DatePicker
      className="day-field"
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      placeholder={placeholder ?? FORMAT.toLowerCase()}
      format={TYPED}
      // Otherwise a pointer that rests where the calendar opens would replace what is typed.
      previewValue={false}
      value={dayOf(value)}
      {...(first === null ? {} : { minDate: first })}
      {...(last === null ? {} : { maxDate: last })}
      onChange={(day) => onChange(day === null ? '' : day.format(FORMAT))}
    />
  );
}

function dayOf(day = ''): dayjs.Dayjs | null {
  return day === '' ? null : dayjs(day, FORMAT);
}

/** The midnight at the start of the day, some days later, in milliseconds since 1970; null for no date. */
export function startOfDay(day: string, later: number): number | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isFinite(time) && time >= 0 ? time : null;
}
