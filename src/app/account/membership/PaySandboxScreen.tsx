import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { Alert, Button, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ORDER_STATUS, type SandboxAnswer } from '#protocol/api.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { PlainPage } from '#app/ui/page/PlainPage.tsx';
import { useServices } from '#app/state/services.tsx';
import { formatMoney } from '#app/state/language-formats.ts';
import '#app/account/membership/shop.css';

/**
 * `/paySandbox?o=…&k=…`: the address in the sandbox's QR code. No money is paid here; the user chooses the order's outcome.
 */
export function PaySandboxScreen(): ReactElement {
  const { t, i18n } = useTranslation(['shop', 'tips', 'problems', 'common']);
  const { api } = useServices();
  const [query] = useSearchParams();
  const id = query.get('o') ?? '';
  const key = query.get('k') ?? '';
  const [answer, setAnswer] = useState<ApiResult<SandboxAnswer> | null>(null);
  const [busy, setBusy] = useState(false);

  const ask = useCallback(
    (result?: 'paid' | 'failed', signal?: AbortSignal) =>
      api.call(
        'sandboxPay',
        { o_id: id, key, ...(result === undefined ? {} : { result }) },
        signal === undefined ? {} : { signal },
      ),
    [api, id, key],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void ask(undefined, leaving.signal).then((given) => {
      if (!leaving.signal.aborted) setAnswer(given);
    });
    return () => leaving.abort();
  }, [ask]);
  const press = async (result: 'paid' | 'failed'): Promise<void> => {
    setBusy(true);
    setAnswer(await ask(result));
    setBusy(false);
  };

  return (
    <PlainPage title={t('common:title.paySandbox')} intro={t('sandboxIntro')}>
      <div className="shop-payment">
        {answer === null ? (
          <Spin aria-busy="true" />
        ) : !answer.ok ? (
          <Alert type="error" showIcon title={placeText(t, answer.error)} />
        ) : (
          <>
            <p className="shop-amount">
              <span>{answer.value.the_term}</span>
              <strong>{formatMoney(Number(answer.value.amount), answer.value.currency, i18n.language)}</strong>
            </p>
            {answer.value.status === ORDER_STATUS.created ? (
              <div className="shop-buttons">
                <Button type="primary" loading={busy} data-testid="sandbox-pay" onClick={() => void press('paid')}>
                  {t('sandboxPay')}
                </Button>
                <Button disabled={busy} data-testid="sandbox-fail" onClick={() => void press('failed')}>
                  {t('sandboxFail')}
                </Button>
              </div>
            ) : (
              <Outcome status={answer.value.status} />
            )}
          </>
        )}
      </div>
    </PlainPage>
  );
}

function Outcome({ status }: { readonly status: number }): ReactElement {
  const { t } = useTranslation(['shop', 'tips']);
  if (status === ORDER_STATUS.paid) return <Alert role="status" type="success" showIcon title={t('tips:tip94')} />;
  if (status === ORDER_STATUS.failed) return <Alert role="status" type="error" showIcon title={t('tips:tip95')} />;
  return <Alert role="status" type="warning" showIcon title={t('expired')} />;
}
