import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/ui/LinkButton.tsx';
import '#app/ui/page/message-screen.css';

/** The page for an invalid link, or for a template that is no longer shared. */
export function SharedTemplateMissing(): ReactElement {
  const { t } = useTranslation('pages');
  return (
    <div className="message-screen">
      <h1>{t('share.missing')}</h1>
      <p>{t('share.missingText')}</p>
      <LinkButton to="/cloudTemplate">{t('share.own')}</LinkButton>
    </div>
  );
}
