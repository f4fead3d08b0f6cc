import { useState, type ReactElement } from 'react';
import { LogoutOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { API_CODES, type SessionInfo } from '#protocol/api.ts';
import { useChanged } from '../../ui/changed-time.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useDepart } from '#app/state/session.ts';
import { dateFormat } from '#app/state/language-formats.ts';
import { Waiting } from '../Waiting.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { RemoveDialog } from './RemoveDialog.tsx';

/** The user's open sessions; one or all of them can be ended. */
export function SessionList(): ReactElement {
  const { t } = useTranslation(['security', 'problems']);
  const { api } = useServices();
  const depart = useDepart();
  const sessions = useAnswer('sessionList', {});
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<Problem | null>(null);

  async function end(id: string): Promise<void> {
    const answer = await api.call('endSession', { id });
    // A missing one has already ended.
    setFault(answer.ok || answer.error.apiCode === API_CODES.notFound ? null : answer.error);
    sessions.reload();
  }
  async function endAll(): Promise<Problem | null> {
    const answer = await api.call('endAllSessions', {});
    if (!answer.ok) return answer.error;
    depart(null, '/login');
    return null;
  }

  return (
    <li className="user-row-wide">
      <div>
        <strong>{t('session.title')}</strong>
        <p>{t('session.text')}</p>
      </div>
      <Button danger icon={<LogoutOutlined aria-hidden />} onClick={() => setAsking(true)}>
        {t('session.endAll')}
      </Button>
      <div className="user-row-list">
        <Waiting answered={sessions}>
          {({ list }) => (
            <ul className="user-items" aria-label={t('session.title')}>
              {list.map((session) => (
                <SessionItem key={session.id} session={session} onEnd={() => void end(session.id)} />
              ))}
            </ul>
          )}
        </Waiting>
        {fault === null ? null : <Alert type="error" showIcon title={problemText(t, fault)} />}
      </div>
      {asking ? (
        <RemoveDialog
          title={t('session.endAllTitle')}
          text={t('session.endAllText')}
          okText={t('session.endAll')}
          onConfirm={endAll}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}

function SessionItem({ session, onEnd }: { readonly session: SessionInfo; readonly onEnd: () => void }): ReactElement {
  const { t, i18n } = useTranslation('security');
  const changed = useChanged();
  const { browser, system, address, created, used, current } = session;
  const device = [browser, system].filter((name) => name !== '').join(' · ');
  const name = device === '' ? t('session.unknown') : device;
  const began = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(created);
  return (
    <li>
      <div>
        <span className="user-item-name">
          {name}{' '}
          {current ? (
            <span className="user-tag" data-good>
              {t('session.current')}
            </span>
          ) : null}
        </span>
        <small>
          {address === '' ? '' : `${address} · `}
          {t('session.began', { when: began })} · {t('session.used', { when: changed(used) })}
        </small>
      </div>
      {current ? null : (
        <Button aria-label={`${t('session.end')}: ${name}, ${t('session.began', { when: began })}`} onClick={onEnd}>
          {t('session.end')}
        </Button>
      )}
    </li>
  );
}
