import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { createPaceMeter, roughTime, type Pace } from '#model/kernel/pace.ts';
import { createStore, useStore } from '#app/state/store.ts';
import './print-outcome.css';
import { numberFormat } from '#app/state/language-formats.ts';

/**
 * The speed per second and the remaining time; an empty line while they are unknown, so that nothing moves.
 * The measurement restarts after a pause.
 */
export function WorkPace(props: {
  readonly done: number;
  readonly total: number;
  /** Whether the work is in progress. */
  readonly isActive: boolean;
}): ReactElement {
  const { done, total, isActive } = props;
  const { t, i18n } = useTranslation();
  const [work] = useState(() => ({ meter: createPaceMeter(), pace: createStore<Pace | null>(null) }));
  const pace = useStore(work.pace);
  useEffect(() => {
    if (isActive) work.pace.set(work.meter.add(done, total, performance.now()));
  }, [work, done, total, isActive]);
  useEffect(() => {
    if (!isActive) return undefined;
    return () => {
      work.meter = createPaceMeter();
      work.pace.set(null);
    };
  }, [work, isActive]);
  // Not announced: at each step, the announcements would never end.
  return (
    <p className="work-pace" aria-live="off">
      {pace === null ? null : t('pace', paceWords(pace, i18n.language))}
    </p>
  );
}

function paceWords(
  { perSecond, remainingS }: Pace,
  language: string,
): { readonly rate: string; readonly time: string } {
  const { value, unit } = roughTime(remainingS);
  const time = numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  const rate = numberFormat(language, { maximumFractionDigits: perSecond < 10 ? 1 : 0 });
  return { rate: rate.format(perSecond), time: time.format(value) };
}
