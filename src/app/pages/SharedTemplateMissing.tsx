import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import '#app/shell/message-screen.css';

/** Where the address of a shared template leads. Nobody can share one yet, so that none is ever found. */
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
