import { useEffect, useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { API_CODES, type BoundAssistantInfo } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { Card } from '#app/ui/page/Card.tsx';
import { Waiting } from './Waiting.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { RemoveDialog } from './security/RemoveDialog.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { AssistantItem } from './AssistantItem.tsx';
import { ShownOnceDialog } from './ShownOnceDialog.tsx';

type Open =
  | { readonly type: 'confirm' }
  | { readonly type: 'made'; readonly code: string }
  | { readonly type: 'unbind'; readonly assistant: BoundAssistantInfo };

/** Polling interval for the assistants' status while the card is visible. */
const ASK_MS = 5_000;

/**
 * The print assistants that are bound to the account, with their status and printers: binds them with a code and unbinds
 * them.
 */
export function AssistantCard(): ReactElement {
  const { t } = useTranslation('security');
  const { api } = useServices();
  const assistants = useAnswer('assistantList', {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const { reload } = assistants;
  const isWatched = open?.type === 'made' || (assistants.answer?.count ?? 0) > 0;

  useEffect(() => {
    if (!isWatched) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [reload, isWatched]);

  async function make(confirmation: string): Promise<Problem | null> {
    const answer = await api.call('addAssistantCode', { confirmation });
    if (!answer.ok) return answer.error;
    setOpen({ type: 'made', code: answer.value.code });
    return null;
  }
  async function unbind(id: string): Promise<Problem | null> {
    const answer = await api.call('delAssistant', { id });
    // A missing one is already unbound.
    if (!answer.ok && answer.error.apiCode !== API_CODES.notFound) return answer.error;
    close();
    reload();
    return null;
  }

  return (
    <Card
      title={t('assistant.title')}
      text={t('assistant.text')}
      testId="assistants"
      action={
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ type: 'confirm' })}>
          {t('assistant.new')}
        </Button>
      }
    >
      <Waiting answered={assistants} rows={1}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="user-note">{t('assistant.none')}</p>
          ) : (
            <ul className="user-items" aria-label={t('assistant.title')}>
              {list.map((assistant) => (
                <AssistantItem
                  key={assistant.id}
                  assistant={assistant}
                  onUnbind={() => setOpen({ type: 'unbind', assistant })}
                />
              ))}
            </ul>
          )
        }
      </Waiting>
      {open?.type === 'confirm' ? (
        <ConfirmDialog
          title={t('assistant.newTitle')}
          text={t('confirm.first')}
          okText={t('assistant.make')}
          onConfirm={make}
          onClose={close}
        />
      ) : null}
      {open?.type === 'made' ? (
        <BindCodeDialog
          code={open.code}
          onClose={() => {
            close();
            reload();
          }}
        />
      ) : null}
      {open?.type === 'unbind' ? (
        <RemoveDialog
          title={t('assistant.unbindTitle', { name: open.assistant.name })}
          text={t('assistant.unbindText')}
          okText={t('assistant.unbind')}
          onConfirm={() => unbind(open.assistant.id)}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}

interface BindCodeDialogProps {
  readonly code: string;
  readonly onClose: () => void;
}

/** Shows a code with the command that starts an assistant with it. */
function BindCodeDialog({ code, onClose }: BindCodeDialogProps): ReactElement {
  const { t } = useTranslation('security');
  return (
    <ShownOnceDialog
      text={`labelwright-assistant --server ${location.origin} --pair ${code}`}
      testId="bind-line"
      title={t('assistant.madeTitle')}
      notice={t('assistant.once')}
      level="info"
      done={t('assistant.kept')}
      onClose={onClose}
    />
  );
}
