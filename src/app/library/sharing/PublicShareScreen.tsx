import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SHARE_PARAMETER } from '#protocol/api.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { sharePath } from '#app/library/templates/share-address.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { LinkButton } from '#app/ui/LinkButton.tsx';
import { PlainPage } from '#app/ui/page/PlainPage.tsx';
import { useServices } from '#app/state/services.tsx';
import { useServerState } from '#app/state/use-answer.ts';
import { useSession } from '#app/state/session.ts';
import { SharedTemplateBody, SharedTemplateMissing } from './SharedTemplateBody.tsx';

/** `/shared?share=…`: the page of a link that is open to anyone, including visitors without an account. */
export function PublicShareScreen(): ReactElement {
  const { t } = useTranslation(['sharing', 'problems']);
  const { api } = useServices();
  const session = useSession();
  const [query] = useSearchParams();
  const secret = query.get(SHARE_PARAMETER) ?? '';
  const { answer, problem, reload } = useServerState(['openPublicShare', secret], (signal) =>
    api.call('openPublicShare', { secret }, { signal }),
  );
  if (problem !== null) {
    // An empty secret is rejected like a missing one.
    if (problem.code === 'server.notFound' || secret === '')
      return (
        <main>
          <SharedTemplateMissing />
        </main>
      );
    return (
      <PlainPage title={t('share')}>
        <ListProblem problem={problem} onRetry={reload} />
      </PlainPage>
    );
  }
  if (answer === null) return <LoadingScreen />;
  const { name, right } = answer;
  return (
    <PlainPage title={name}>
      <SharedTemplateBody
        template={answer}
        actions={
          <LinkButton size="large" block to={sharePath(secret, false)}>
            {t(session === null ? `signInTo.${right}` : `goOnTo.${right}`)}
          </LinkButton>
        }
      />
    </PlainPage>
  );
}
