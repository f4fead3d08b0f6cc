import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ScheduleInfo } from '#protocol/api.ts';
import { dateFormat, listFormat } from '#app/state/language-formats.ts';
import { formatText } from './format-text.ts';
import { useChanged } from '../../ui/changed-time.ts';
import type { TFunction } from 'i18next';
import { weekdayName, whenOf } from './when.ts';

interface ScheduleItemProps {
  readonly schedule: ScheduleInfo;
  readonly busy: boolean;
  readonly onRun: () => void;
  readonly onPause: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

const OUTCOMES = {
  started: 'schedule.outcome.started',
  done: 'schedule.outcome.done',
  cancelled: 'schedule.outcome.cancelled',
  failed: 'schedule.outcome.failed',
} as const;

/** One schedule: its target, its times, the next run, and the result of the last one. */
export function ScheduleItem({ schedule, busy, onRun, onPause, onEdit, onDelete }: ScheduleItemProps): ReactElement {
  const { t, i18n } = useTranslation(['user', 'export']);
  const changed = useChanged();
  const { name, state, cron, zone, template, format, printer, triggered, missed, tries, retrying } = schedule;
  const moment = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const { next_time: next, last_time: last, last_outcome: outcome, last_problem: why } = schedule;
  const toggled = state === 'on' ? t('schedule.pause') : t('schedule.resume');
  return (
    <li className="user-schedule">
      <div>
        <span className="user-item-name">
          {name}{' '}
          {state === 'on' ? null : (
            <span className="user-tag">{t(state === 'paused' ? 'schedule.paused' : 'schedule.stopped')}</span>
          )}
        </span>
        <small>
          {template === '' ? t('schedule.noTemplate') : template} ·{' '}
          {format !== '' ? formatText(t, format) : printer === '' ? t('schedule.noPrinter') : printer}
          {cron === '' ? null : (
            <>
              {' · '}
              {timesText(t, i18n.language, cron)} ({zone})
            </>
          )}
          {triggered ? ` · ${t('schedule.triggered')}` : ''}
          {next === '' ? null : (
            <>
              <br />
              {t(retrying ? 'schedule.retry' : 'schedule.next', { when: moment.format(new Date(next)) })}
            </>
          )}
          <br />
          {outcome === '' ? t('schedule.never') : `${t(OUTCOMES[outcome])}, ${changed(Date.parse(last))}`}
          {tries > 1 ? ` · ${t('schedule.tries', { count: tries })}` : ''}
          {missed > 0 ? ` · ${t('schedule.missed', { count: missed })}` : ''}
          {why === '' ? null : (
            <>
              <br />
              {why}
            </>
          )}
        </small>
      </div>
      <div className="user-buttons">
        <Button aria-label={`${t('schedule.run')} ${name}`} loading={busy} onClick={onRun}>
          {t('schedule.run')}
        </Button>
        <Button aria-label={`${toggled} ${name}`} disabled={busy} onClick={onPause}>
          {toggled}
        </Button>
        <Button aria-label={`${t('schedule.edit')} ${name}`} disabled={busy} onClick={onEdit}>
          {t('schedule.edit')}
        </Button>
        <Button aria-label={`${t('schedule.delete')} ${name}`} disabled={busy} onClick={onDelete}>
          {t('schedule.delete')}
        </Button>
      </div>
    </li>
  );
}

/** The times of a schedule in words; the cron fields if there are no words for them. */
function timesText(t: TFunction, language: string, cron: string): string {
  const { way, time, days, minutes, hours } = whenOf(cron);
  switch (way) {
    case 'daily':
      return t('user:schedule.daily', { time });
    case 'weekly': {
      const names = days
        .toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
        .map((day) => weekdayName(language, day, 'short'));
      return t('user:schedule.weekly', { days: listFormat(language, { style: 'short' }).format(names), time });
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
