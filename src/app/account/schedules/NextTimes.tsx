import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { toldText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import type { AnswerOf } from '#protocol/api.ts';
import type { ApiResult } from '#services/api/exchange.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { dateFormat } from '#app/state/language-formats.ts';

/** Delay after typing before the request to the server. */
const TYPING_MS = 300;

/** The next times of a schedule that is being edited, in its time zone. */
export function NextTimes({ cron, zone }: { readonly cron: string | null; readonly zone: string }): ReactElement {
  const { t, i18n } = useTranslation(['schedules', 'problems']);
  const { api } = useServices();
  const key = `${cron ?? ''}\n${zone}`;
  const [came, setCame] = useState<{ readonly key: string; readonly answer: ApiResult<AnswerOf<'scheduleTimes'>> }>();
  useEffect(() => {
    if (cron === null) return undefined;
    const leaving = new AbortController();
    const timer = startTimer(() => {
      void api.call('scheduleTimes', { cron, zone }, { signal: leaving.signal }).then((answer) => {
        if (!leaving.signal.aborted) setCame({ key, answer });
      });
    }, TYPING_MS);
    return () => {
      stopTimer(timer);
      leaving.abort();
    };
  }, [api, cron, zone, key]);
  const answer = came?.key === key ? came.answer : null;
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
  const isWrong = answer?.ok === false;
  return (
    <div className="sched-field sched-wide sched-times" role="status" data-testid="schedule-times">
      <span>{t('nextTimes')}</span>
      {isWrong ? (
        <p className="sched-fault">{toldText(t, answer.error)}</p>
      ) : (
        <ol>
          {(answer?.ok === true ? answer.value.times : ['', '', '']).map((time, at) => (
            // Three lines from the start, so that nothing below moves.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>{time === '' ? '…' : moment.format(new Date(time))}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
