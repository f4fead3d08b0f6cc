import type { ReactElement } from 'react';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CLOUD_TYPES, type CloudType } from '#protocol/api.ts';
import { Page } from '#app/ui/page/Page.tsx';
import { SpaceMeter } from '#app/library/cloud-data/SpaceMeter.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { CloudFolders } from './CloudFolders.tsx';
import '#app/ui/list.css';
import './cloud-data.css';

/** The user's images and spreadsheets on the server. The address selects the type (`?type=2`). */
export function CloudDataScreen(): ReactElement {
  const { t } = useTranslation('cloud');
  const [query, setQuery] = useSearchParams();
  const type: CloudType = query.get('type') === '2' ? CLOUD_TYPES.spreadsheets : CLOUD_TYPES.images;
  const { answer: space, reload } = useAnswer('cloudSpace', {});
  return (
    <Page className="cloud" title={t('title')} actions={<SpaceMeter space={space} />}>
      <Tabs
        activeKey={String(type)}
        onChange={(key) => setQuery(key === '2' ? { type: '2' } : {}, { replace: true })}
        items={[
          { key: '1', label: t('images') },
          { key: '2', label: t('spreadsheets') },
        ]}
      />
      <CloudFolders key={type} type={type} onChanged={reload} />
    </Page>
  );
}
