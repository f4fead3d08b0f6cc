import { App, Button, Input } from 'antd';
import { useEffect, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { SequenceSource } from '#model/elements/base/content.ts';
import { createCounterId } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { sequenceValue } from '#model/data/sequence.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { CheckRow, Row } from '../widgets/fields.tsx';
import { useEditorSession, useSavedTemplateId } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

interface CounterFieldsProps {
  readonly source: SequenceSource;
  onChange(source: SequenceSource): void;
}

/** Whether a sequence continues after each run, and its next value. */
export function CounterFields({ source, onChange }: CounterFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const templateId = useSavedTemplateId();
  const { counter, ...plain } = source;
  return (
    <>
      <CheckRow
        label={t('data.countOn')}
        on={counter !== undefined}
        onChange={(on) => onChange(on ? { ...plain, counter: createCounterId(Math.random) } : plain)}
      />
      {counter === undefined ? null : templateId === null ? (
        <p className="ed-hint" data-testid="counter-unsaved">
          {t('data.countUnsaved')}
        </p>
      ) : (
        <NextValue key={`${templateId}:${counter}`} templateId={templateId} source={{ ...plain, counter }} />
      )}
    </>
  );
}

interface NextValueProps {
  readonly templateId: string;
  readonly source: SequenceSource & Required<Pick<SequenceSource, 'counter'>>;
}

/** The value of the next label on the server, with a field to set another one. */
function NextValue({ templateId, source }: NextValueProps): JSX.Element {
  const { t } = useTranslation(['editor', 'common', 'problems']);
  const { api } = useServices();
  const { modal, message } = App.useApp();
  const { counter, kind, step, initial } = source;
  const { counters } = useEditorSession();
  const known = useStore(counters.state);
  /** The server's value: undefined during the request or if it failed, null if it was never used. */
  const kept = known.next === undefined || known.next === null ? undefined : (known.next[counter] ?? null);
  const [refused, setRefused] = useState<Problem | null>(null);
  const fault = refused ?? known.fault;
  const [typed, setTyped] = useState<string | null>(null);
  const [setting, setSetting] = useState(false);
  // Others may have printed since the last request.
  useEffect(() => counters.again(), [counters]);

  const next = kept ?? (kept === null ? initial : '');
  const value = typed ?? next;
  const sound = sequenceValue({ ...source, initial: value }, 0).ok;

  async function set(): Promise<void> {
    const confirmed = await modal.confirm({
      title: t('data.countSetTitle', { value }),
      content: t('data.countSetText'),
      okText: t('data.countSet'),
      cancelText: t('common:action.cancel'),
    });
    if (!confirmed) return;
    setSetting(true);
    const answer = await api.call('setCounter', { id: templateId, counter, kind, step, next: value });
    setSetting(false);
    setRefused(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    counters.noteSet(counter, value);
    setTyped(null);
    void message.success(t('data.countSetDone', { value }));
  }

  return (
    <>
      <Row label={t('data.countNext')}>
        <div className="ed-counter">
          <Input
            size="small"
            aria-label={t('data.countNext')}
            data-testid="counter-next"
            value={value}
            disabled={kept === undefined}
            status={sound || kept === undefined ? '' : 'error'}
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => {
              if (sound && typed !== null) void set();
            }}
          />
          <Button
            size="small"
            data-testid="counter-set"
            loading={setting}
            disabled={typed === null || typed === kept || !sound || setting}
            onClick={() => void set()}
          >
            {t('data.countSet')}
          </Button>
        </div>
      </Row>
      <p className="ed-hint" {...(fault === null ? {} : { role: 'alert' })}>
        {fault !== null ? placeText(t, fault) : kept === '' ? t('data.countEnded') : t('data.countHint')}
      </p>
    </>
  );
}
