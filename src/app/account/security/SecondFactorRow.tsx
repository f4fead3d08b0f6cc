import { useState, type ReactElement } from 'react';
import { SafetyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { AccountSecurity, SecondFactorDraft } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { dateFormat } from '#app/state/language-formats.ts';
import { Waiting } from '../Waiting.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { AnswerState } from '#app/state/use-answer.ts';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';

/** One-time codes of an authenticator app: set up, replace, turn off. */
export function SecondFactorRow({ security }: { readonly security: AnswerState<AccountSecurity> }): ReactElement {
  const { t, i18n } = useTranslation('security');
  const { api } = useServices();
  const [asked, setAsked] = useState<'begin' | 'end' | null>(null);
  const [draft, setDraft] = useState<SecondFactorDraft | null>(null);

  async function begin(confirmation: string): Promise<Problem | null> {
    const answer = await api.call('beginSecondFactor', { confirmation });
    if (!answer.ok) return answer.error;
    setAsked(null);
    setDraft(answer.value);
    return null;
  }
  async function end(confirmation: string): Promise<Problem | null> {
    const answer = await api.call('endSecondFactor', { confirmation });
    if (!answer.ok) return answer.error;
    setAsked(null);
    security.reload();
    return null;
  }

  return (
    <li>
      <div>
        <strong>{t('factor.title')}</strong>
        <p>{t('factor.text')}</p>
        <Waiting answered={security} rows={1}>
          {({ second_factor: since, recovery_codes_left: left }) =>
            since === null ? (
              <p>
                <span className="user-tag">{t('factor.off')}</span>
              </p>
            ) : (
              <p>
                <span className="user-tag" data-good>
                  {t('factor.on')}
                </span>{' '}
                {t('factor.since', {
                  date: dateFormat(i18n.language, { dateStyle: 'medium' }).format(since),
                })}{' '}
                {t('factor.codesLeft', { count: left })}
              </p>
            )
          }
        </Waiting>
      </div>
      {security.answer === null ? null : (
        <span className="user-buttons">
          <Button icon={<SafetyOutlined aria-hidden />} onClick={() => setAsked('begin')}>
            {t(security.answer.second_factor === null ? 'factor.setUp' : 'factor.setUpAgain')}
          </Button>
          {security.answer.second_factor === null ? null : (
            <Button danger onClick={() => setAsked('end')}>
              {t('factor.switchOff')}
            </Button>
          )}
        </span>
      )}
      {asked === 'begin' ? (
        <ConfirmDialog
          title={t('factor.setUpTitle')}
          text={t('confirm.first')}
          okText={t('confirm.next')}
          onConfirm={begin}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'end' ? (
        <ConfirmDialog
          title={t('factor.endTitle')}
          text={t('factor.endText')}
          okText={t('factor.switchOff')}
          isDanger
          onConfirm={end}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {draft === null ? null : (
        <SecondFactorDialog
          draft={draft}
          onClose={() => {
            setDraft(null);
            security.reload();
          }}
        />
      )}
    </li>
  );
}
