import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { API_CODES, type SavedSchedule, type ScheduleInfo } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServerRunManager } from '#app/print/runs/runs.tsx';
import { useServices } from '#app/state/services.tsx';
import { Card } from '#app/ui/page/Card.tsx';
import { Waiting } from '../Waiting.tsx';
import { RemoveDialog } from '../security/RemoveDialog.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ShownOnceDialog } from '../ShownOnceDialog.tsx';
import { ScheduleItem } from './ScheduleItem.tsx';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import type { ScheduleDialogProps } from './ScheduleDialog.tsx';

/** The message about the last action. */
type Said = { readonly type: 'started'; readonly name: string } | { readonly type: 'fault'; readonly fault: Problem };

/** The dialog that is open over the card. */
type Open =
  | { readonly type: 'edit'; readonly id: string | null }
  | { readonly type: 'remove'; readonly schedule: ScheduleInfo }
  | { readonly type: 'address' | 'key'; readonly saved: SavedSchedule };

/** The user's schedules with their next and last runs: create, edit, run now, pause, delete. */
export function ScheduleCard(): ReactElement {
  const { t } = useTranslation(['user', 'problems']);
  const { api } = useServices();
  const serverRuns = useServerRunManager();
  const schedules = useAnswer('scheduleList', {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState<Said | null>(null);

  async function run({ id, name }: ScheduleInfo): Promise<void> {
    setBusy(id);
    const answer = await api.call('runSchedule', { id });
    setBusy(null);
    setSaid(answer.ok ? { type: 'started', name } : { type: 'fault', fault: answer.error });
    schedules.reload();
    if (answer.ok) void serverRuns.look();
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
    // A missing one is already deleted.
    if (!answer.ok && answer.error.apiCode !== API_CODES.notFound) return answer.error;
    close();
    schedules.reload();
    return null;
  }
  function edit(id: string | null): void {
    setSaid(null);
    setOpen({ type: 'edit', id });
  }
  function saved(answer: SavedSchedule): void {
    setOpen(answer.trigger_path === '' ? null : { type: 'address', saved: answer });
    schedules.reload();
  }

  return (
    <Card
      title={t('schedule.title')}
      text={t('schedule.text')}
      testId="schedules"
      action={
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => edit(null)}>
          {t('schedule.new')}
        </Button>
      }
    >
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
                  onEdit={() => edit(schedule.id)}
                  onDelete={() => setOpen({ type: 'remove', schedule })}
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
      {open?.type === 'edit' ? <scheduleDialog.Part id={open.id} onSaved={saved} onClose={close} /> : null}
      {open?.type === 'remove' ? (
        <RemoveDialog
          title={t('schedule.deleteTitle', { name: open.schedule.name })}
          text={t('schedule.deleteText')}
          okText={t('schedule.delete')}
          onConfirm={() => remove(open.schedule)}
          onClose={close}
        />
      ) : null}
      {open?.type === 'address' ? (
        <ShownOnceDialog
          text={new URL(open.saved.trigger_path, location.href).href}
          testId="schedule-address"
          title={t('schedule.addressTitle')}
          notice={t('schedule.addressOnce')}
          level="warning"
          done={t('schedule.kept')}
          onClose={() => setOpen(open.saved.signing_key === '' ? null : { type: 'key', saved: open.saved })}
        />
      ) : null}
      {open?.type === 'key' ? (
        <ShownOnceDialog
          text={open.saved.signing_key}
          testId="schedule-key"
          title={t('schedule.keyTitle')}
          notice={t('schedule.keyOnce')}
          level="warning"
          done={t('schedule.kept')}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}

/** The dialog of a schedule, loaded on demand. */
const scheduleDialog: LazyComponent<ScheduleDialogProps> = createLazyComponent(
  async () => (await import('./ScheduleDialog.tsx')).ScheduleDialog,
  FallbackDialog,
);
