import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PlainPage } from '#app/shell/PlainPage.tsx';

/** Where documents will be printed; until then it says so. */
export function PdfPrintScreen(): ReactElement {
  const { t } = useTranslation('pages');
  return (
    <PlainPage title={t('pdf.title')} intro={t('pdf.missing')}>
      <p>{t('pdf.missingText')}</p>
      <p className="plain-page-action">
        <Link to="/cloudTemplate">
          <Button type="primary">{t('pdf.own')}</Button>
        </Link>
      </p>
    </PlainPage>
  );
}
