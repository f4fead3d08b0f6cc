import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { API_CODES, type ScheduleInfo } from '#protocol/api.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { Card, Waiting } from '../Card.tsx';
import { RemoveDialog } from '../security/RemoveDialog.tsx';
import { useAnswer } from '../use-answer.ts';
import { ScheduleItem } from './ScheduleItem.tsx';

/** What was last done here, as it is said. */
type Said = { readonly type: 'started'; readonly name: string } | { readonly type: 'fault'; readonly fault: Problem };

/** The schedules of the user: when they come next, what came of them last; run now, paused, deleted. */
export function ScheduleCard(): ReactElement {
  const { t } = useTranslation(['user', 'problems']);
  const { api } = useServices();
  const schedules = useAnswer('scheduleList');
  const [removed, setRemoved] = useState<ScheduleInfo | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState<Said | null>(null);

  async function run({ id, name }: ScheduleInfo): Promise<void> {
    setBusy(id);
    const answer = await api.call('runSchedule', { id });
    setBusy(null);
    setSaid(answer.ok ? { type: 'started', name } : { type: 'fault', fault: answer.error });
    schedules.reload();
  }
  async function pause({ id, state }: ScheduleInfo): Promise<void> {
    setBusy(id);
    const answer = await api.call('setSchedulePaused', { id, paused: state === 'on' });
    setBusy(null);
    setSaid(answer.ok ? null : { type: 'fault', fault: answer.error });
    schedules.reload();
  }
  async function remove({ id }: ScheduleInfo): Promise<Problem | null> {
    const answer = await api.call('delSchedule', { id });
    // One that is gone already is what was wanted.
    if (!answer.ok && answer.error.apiCode !== API_CODES.notFound) return answer.error;
    setRemoved(null);
    schedules.reload();
    return null;
  }

  return (
    <Card title={t('schedule.title')} text={t('schedule.text')} testId="schedules">
      <Waiting answered={schedules} rows={1}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="user-note">{t('schedule.none')}</p>
          ) : (
            <ul className="user-items" aria-label={t('schedule.title')}>
              {list.map((schedule) => (
                <ScheduleItem
                  key={schedule.id}
                  schedule={schedule}
                  busy={busy === schedule.id}
                  onRun={() => void run(schedule)}
                  onPause={() => void pause(schedule)}
                  onDelete={() => setRemoved(schedule)}
                />
              ))}
            </ul>
          )
        }
      </Waiting>
      <p role="status" className={said?.type === 'fault' ? 'user-fault' : 'user-note'}>
        {said?.type === 'started' ? t('schedule.started', { name: said.name }) : ''}
        {said?.type === 'fault' ? problemText(t, said.fault) : ''}
      </p>
      {removed === null ? null : (
        <RemoveDialog
          title={t('schedule.deleteTitle', { name: removed.name })}
          text={t('schedule.deleteText')}
          okText={t('schedule.delete')}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  );
}
