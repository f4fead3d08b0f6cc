import { useEffect, type ReactElement } from 'react';
import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { keepSharedQuery } from '#app/state/shared-template.ts';

/** Where the address of a shared template leads. Nobody can share one yet, so that none is ever found. */
export function ShareTemplateScreen(): ReactElement {
  const { t } = useTranslation('pages');
  const { search } = useLocation();
  useEffect(() => {
    if (search !== '') keepSharedQuery(search.slice(1));
  }, [search]);
  return (
    <>
      <h1 className="only-spoken">{t('share.title')}</h1>
      <Result
        status="info"
        title={t('share.missing')}
        subTitle={t('share.missingText')}
        extra={
          <Link to="/cloudTemplate">
            <Button type="primary">{t('share.own')}</Button>
          </Link>
        }
      />
    </>
  );
}
