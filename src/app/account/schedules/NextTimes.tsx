import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { dateFormat } from '#app/state/language-formats.ts';
import { useServerState } from '#app/state/use-answer.ts';
import { startTimer } from '#services/idle.ts';

/** Delay after typing before the request to the server; more typing cancels it. */
const TYPING_MS = 300;

/** The next times of a schedule that is being edited, in its time zone. */
export function NextTimes({ cron, zone }: { readonly cron: string | null; readonly zone: string }): ReactElement {
  const { t, i18n } = useTranslation(['schedules', 'problems']);
  const { api } = useServices();
  const { answer, problem, isStale } = useServerState(
    ['scheduleTimes', cron, zone],
    async (signal) => {
      await new Promise<void>((resolve) => startTimer(resolve, TYPING_MS));
      return api.call('scheduleTimes', { cron: cron ?? '', zone }, { signal });
    },
    cron !== null,
  );
  const times = isStale ? null : answer?.times;
  const moment = dateFormat(i18n.language, {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return (
    <div className="sched-field sched-wide sched-times" role="status" data-testid="schedule-times">
      <span>{t('nextTimes')}</span>
      {problem === null ? (
        <ol>
          {(times ?? ['', '', '']).map((time, at) => (
            // Three lines from the start, so that nothing below moves.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>{time === '' ? '…' : moment.format(new Date(time))}</li>
          ))}
        </ol>
      ) : (
        <p className="sched-fault">{noticeText(t, problem)}</p>
      )}
    </div>
  );
}
