import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SHARE_PARAMETER, type PublicShare } from '#protocol/api.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { sharePath } from '#app/library/templates/share-address.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { LinkButton } from '#app/ui/LinkButton.tsx';
import { PlainPage } from '#app/ui/page/PlainPage.tsx';
import { useServices } from '#app/state/services.tsx';
import { useSession } from '#app/state/session.ts';
import { SharedTemplateBody, SharedTemplateMissing } from './SharedTemplateBody.tsx';

/** `/shared?share=…`: the page of a link that is open to anyone, including visitors without an account. */
export function PublicShareScreen(): ReactElement {
  const { t } = useTranslation(['sharing', 'problems']);
  const { api } = useServices();
  const session = useSession();
  const [query] = useSearchParams();
  const secret = query.get(SHARE_PARAMETER) ?? '';
  const [answer, setAnswer] = useState<ApiResult<PublicShare> | null>(null);
  const ask = useCallback(
    (signal?: AbortSignal) => api.call('openPublicShare', { secret }, signal === undefined ? {} : { signal }),
    [api, secret],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal).then((given) => {
      if (!leaving.signal.aborted) setAnswer(given);
    });
    return () => leaving.abort();
  }, [ask]);
  if (answer === null) return <LoadingScreen />;
  if (!answer.ok) {
    // An empty secret is rejected like a missing one.
    if (answer.error.code === 'server.notFound' || secret === '')
      return (
        <main>
          <SharedTemplateMissing />
        </main>
      );
    return (
      <PlainPage title={t('share')}>
        <ListProblem problem={answer.error} onRetry={() => void ask().then(setAnswer)} />
      </PlainPage>
    );
  }
  const { name, right } = answer.value;
  return (
    <PlainPage title={name}>
      <SharedTemplateBody
        template={answer.value}
        actions={
          <LinkButton size="large" block to={sharePath(secret, false)}>
            {t(session === null ? `signInTo.${right}` : `goOnTo.${right}`)}
          </LinkButton>
        }
      />
    </PlainPage>
  );
}
