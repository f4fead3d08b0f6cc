import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import iconUrl from '#app/ui/theme/icon.svg';
import './brand.css';

export function Brand(): ReactElement {
  const { t } = useTranslation();
  return (
    <span className="brand">
      <img src={iconUrl} alt="" width={28} height={28} />
      {t('appName')}
    </span>
  );
}
