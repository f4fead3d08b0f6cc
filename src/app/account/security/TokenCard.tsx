import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { API_CODES, type ApiTokenInfo } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { Card } from '#app/ui/page/Card.tsx';
import { Waiting } from '../Waiting.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { NewTokenDialog, type NewToken } from './NewTokenDialog.tsx';
import { TokenItem } from './TokenItem.tsx';
import { ShownOnceDialog } from '../ShownOnceDialog.tsx';

type Open =
  | { readonly type: 'new' }
  | { readonly type: 'confirm'; readonly wanted: NewToken }
  | { readonly type: 'made'; readonly token: string }
  | { readonly type: 'revoke'; readonly token: ApiTokenInfo };

/** The API tokens of the user: list, create, show once, revoke. */
export function TokenCard(): ReactElement {
  const { t } = useTranslation('security');
  const { api } = useServices();
  const tokens = useAnswer('apiTokenList', {});
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);

  async function make(wanted: NewToken, confirmation: string): Promise<Problem | null> {
    const answer = await api.call('addApiToken', { ...wanted, scopes: [...wanted.scopes], confirmation });
    if (!answer.ok) return answer.error;
    setOpen({ type: 'made', token: answer.value.token });
    tokens.reload();
    return null;
  }
  async function revoke(id: string): Promise<Problem | null> {
    const answer = await api.call('delApiToken', { id });
    // A missing one is already revoked.
    if (!answer.ok && answer.error.apiCode !== API_CODES.notFound) return answer.error;
    close();
    tokens.reload();
    return null;
  }

  return (
    <Card
      title={t('token.title')}
      text={t('token.text')}
      testId="tokens"
      action={
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ type: 'new' })}>
          {t('token.new')}
        </Button>
      }
    >
      <Waiting answered={tokens} rows={1}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="user-note">{t('token.none')}</p>
          ) : (
            <ul className="user-items" aria-label={t('token.title')}>
              {list.map((token) => (
                <TokenItem key={token.id} token={token} onRevoke={() => setOpen({ type: 'revoke', token })} />
              ))}
            </ul>
          )
        }
      </Waiting>
      <p className="user-token-docs">
        <a href="/docs" target="_blank" rel="noreferrer">
          {t('token.docs')}
        </a>
      </p>
      {open?.type === 'new' ? (
        <NewTokenDialog onNext={(wanted) => setOpen({ type: 'confirm', wanted })} onClose={close} />
      ) : null}
      {open?.type === 'confirm' ? (
        <ConfirmDialog
          title={t('token.newTitle')}
          text={t('confirm.first')}
          okText={t('token.make')}
          onConfirm={(confirmation) => make(open.wanted, confirmation)}
          onClose={close}
        />
      ) : null}
      {open?.type === 'made' ? <MadeTokenDialog token={open.token} onClose={close} /> : null}
      {open?.type === 'revoke' ? (
        <RemoveDialog
          title={t('token.revokeTitle', { name: open.token.name })}
          text={t('token.revokeText')}
          okText={t('token.revoke')}
          onConfirm={() => revoke(open.token.id)}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}

interface MadeTokenDialogProps {
  readonly token: string;
  readonly onClose: () => void;
}

function MadeTokenDialog({ token, onClose }: MadeTokenDialogProps): ReactElement {
  const { t } = useTranslation('security');
  return (
    <ShownOnceDialog
      text={token}
      testId="token"
      title={t('token.madeTitle')}
      notice={t('token.once')}
      level="warning"
      done={t('token.kept')}
      onClose={onClose}
    />
  );
}
