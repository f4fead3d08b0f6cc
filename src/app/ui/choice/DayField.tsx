import { useEffect, useState, type ReactElement } from 'react';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import type { Language } from '#app/state/i18n/languages.ts';

interface DayFieldProps {
  /** `2026-01-31`, in the user's own time; empty for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** For a label outside the field. */
  readonly id?: string;
  /** The accessible name where no label belongs to the field. */
  readonly label?: string;
  /** Shown while the field is empty. */
  readonly placeholder?: string;
  /** First and last day that can be chosen, as `value`. */
  readonly min?: string;
  readonly max?: string;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const FORMAT = 'YYYY-MM-DD';

/** Digits go to the year, the month and the day by themselves, and the arrows change the part that is selected. */
const TYPED = { format: FORMAT, type: 'mask' } as const;

/** The months, the days of the week and the first of them; the calendar's other words come with antd's own texts. */
const CALENDARS: Readonly<Record<Language, () => Promise<unknown>>> = {
  zh: () => import('dayjs/locale/zh-cn'),
  en: () => Promise.resolve(),
  pt: () => import('dayjs/locale/pt-br'),
  es: () => import('dayjs/locale/es'),
  ru: () => import('dayjs/locale/ru'),
};

/** A day that is typed as year, month and day or chosen from a calendar in the language of the interface. */
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

/** Milliseconds since 1970 of the midnight that begins the day, so many days later; null for no date. */
export function startOfDay(day: string, later: number): number | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isFinite(time) && time >= 0 ? time : null;
}
