import { useEffect, useState, type ReactElement } from 'react';
import { Alert, Input, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { SCHEDULE_NAME_MAX_LENGTH, type SavedSchedule, type ScheduleTrigger } from '#protocol/api.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { FormField } from './FormField.tsx';
import { RunFields } from './RunFields.tsx';
import { draftOf, inputOf, newDraft, placeOf, type FaultPlace, type ScheduleDraft } from './schedule-draft.ts';
import { useChoices } from './use-choices.ts';
import { WhenFields } from './WhenFields.tsx';
import './schedule-dialog.css';

export interface ScheduleDialogProps {
  /** The schedule to edit; null for a new one. */
  readonly id: string | null;
  onSaved(saved: SavedSchedule): void;
  onClose(): void;
}

/** The server's version of an edited schedule. */
interface Before {
  readonly trigger: ScheduleTrigger;
  readonly hasKeptRows: boolean;
}

const NOTHING_BEFORE: Before = { trigger: 'none', hasKeptRows: false };

/** Creates or edits a schedule: template, rows, target, and times. */
export function ScheduleDialog({ id, onSaved, onClose }: ScheduleDialogProps): ReactElement {
  const { t } = useTranslation(['schedules', 'common', 'problems', 'table', 'export']);
  const { api } = useServices();
  const { choices, problem: choicesProblem } = useChoices();
  const [draft, setDraft] = useState<ScheduleDraft | null>(() => (id === null ? newDraft(ownZone()) : null));
  const [before, setBefore] = useState(NOTHING_BEFORE);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (id === null) return undefined;
    const leaving = new AbortController();
    void api.call('getSchedule', { id }, { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (!answer.ok) return setProblem(answer.error);
      setDraft(draftOf(answer.value));
      const { schedule, run } = answer.value;
      setBefore({ trigger: schedule.trigger, hasKeptRows: run.source.type === 'kept' });
    });
    return () => leaving.abort();
  }, [api, id]);

  const input = draft === null ? null : inputOf(draft);
  const place = problem === null ? null : placeOf(problem.path ?? '');
  const fault = problem ?? choicesProblem;
  const notice = fault === null ? '' : (noticeText(t, fault) ?? '');
  const faults: Partial<Record<FaultPlace, string>> = place === null ? {} : { [place]: notice };

  function change(part: Partial<ScheduleDraft>): void {
    setProblem(null);
    setDraft((now) => (now === null ? now : { ...now, ...part }));
  }
  async function save(): Promise<void> {
    if (input === null || busy) return;
    setBusy(true);
    setProblem(null);
    const answer = await api.call('saveSchedule', input);
    setBusy(false);
    if (answer.ok) onSaved(answer.value);
    else setProblem(answer.error);
  }

  return (
    <Modal
      open
      centered
      width={640}
      title={t(id === null ? 'newTitle' : 'editTitle')}
      mask={{ closable: false }}
      okText={t('common:action.save')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: input === null, loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {draft === null && problem === null ? <Skeleton active paragraph={{ rows: 6 }} aria-busy /> : null}
      {draft === null ? null : (
        <div className="sched-form" data-testid="schedule-form">
          <FormField label={t('name')} fault={faults.name ?? ''} wide>
            {(ids) => (
              <Input
                {...ids}
                autoFocus
                value={draft.name}
                placeholder={t('nameHint')}
                maxLength={SCHEDULE_NAME_MAX_LENGTH}
                onChange={(event) => change({ name: event.target.value })}
                onPressEnter={() => void save()}
              />
            )}
          </FormField>
          <RunFields
            draft={draft}
            choices={choices}
            hasKeptRows={before.hasKeptRows}
            faults={faults}
            onChange={change}
          />
          <h3>{t('start')}</h3>
          <WhenFields draft={draft} saved={before.trigger} faults={faults} onChange={change} />
        </div>
      )}
      {notice !== '' && place === null ? <Alert type="error" showIcon title={notice} role="alert" /> : null}
    </Modal>
  );
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
