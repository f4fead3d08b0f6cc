import type { ReactElement } from 'react';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CloudSpace } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import './space.css';

/** How much of the account's space is used, with a link to more. */
export function SpaceMeter({ space }: { readonly space: CloudSpace | null }): ReactElement {
  const { t, i18n } = useTranslation('space');
  return (
    <div className="space-meter">
      {space === null ? null : (
        <>
          <span>
            {t('usedOf', {
              used: formatBytes(space.used, i18n.language),
              limit: formatBytes(space.limit, i18n.language),
            })}
          </span>
          <Progress
            size="small"
            showInfo={false}
            aria-label={t('used')}
            percent={Math.min(100, (100 * space.used) / space.limit)}
            status={space.used > space.limit ? 'exception' : 'normal'}
          />
        </>
      )}
      <Link to="/expansion">{t('more')}</Link>
    </div>
  );
}
