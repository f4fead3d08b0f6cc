import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import '#app/shell/message-screen.css';

/** Where an address of a shared template leads that names none, or one that is not shared any more. */
export function SharedTemplateMissing(): ReactElement {
  const { t } = useTranslation('pages');
  return (
    <div className="message-screen">
      <h1>{t('share.missing')}</h1>
      <p>{t('share.missingText')}</p>
      <Link to="/cloudTemplate">
        <Button type="primary">{t('share.own')}</Button>
      </Link>
    </div>
  );
}
