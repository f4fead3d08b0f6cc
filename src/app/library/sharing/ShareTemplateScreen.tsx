import { useEffect, useState, type ReactElement } from 'react';
import { Tabs, type TabsProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { GALLERY_PARAMETERS } from '#app/library/ready-designs/gallery-query.ts';
import { IndustryGallery } from '#app/library/ready-designs/IndustryGallery.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { SHARE_PARAMETER } from '#protocol/api.ts';
import { CommonGallery } from '#app/library/sharing/CommonGallery.tsx';
import { OwnSharing } from '#app/library/sharing/OwnSharing.tsx';
import { SharedTemplateView } from '#app/library/sharing/SharedTemplateView.tsx';
import { keepSharedQuery, sharedQuery } from '#app/state/shared-template.ts';
import { SharedTemplateMissing } from '#app/library/sharing/SharedTemplateBody.tsx';
import '#app/ui/list.css';

/** The parameters of the library's own address; any other address is that of one shared template. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['tab', ...GALLERY_PARAMETERS]);

/** The library of other users' templates, with a tab for each kind; or the one template that the address names. */
export function ShareTemplateScreen(): ReactElement {
  const { t, i18n } = useTranslation(['industry', 'sharing', 'problems']);
  const [query, setQuery] = useSearchParams();
  const isShared = [...query.keys()].some((name) => !OWN_PARAMETERS.has(name));
  const search = query.toString();
  // Restores the state before the editor was opened.
  const [earlier, setEarlier] = useState(() => (search === '' ? sharedQuery() : ''));
  useEffect(() => {
    if (earlier === '') keepSharedQuery(search);
  }, [earlier, search]);
  if (earlier !== '' && search !== '') setEarlier('');
  if (earlier !== '') return <Navigate to={{ search: earlier }} replace />;
  const secret = query.get(SHARE_PARAMETER) ?? '';
  if (isShared) return secret === '' ? <SharedTemplateMissing /> : <SharedTemplateView key={secret} secret={secret} />;
  const tabs: NonNullable<TabsProps['items']> = [
    // The server's texts are in the requested language.
    { key: 'industry', label: t('tab'), children: <IndustryGallery key={i18n.language} /> },
    { key: 'common', label: t('sharing:tab'), children: <CommonGallery /> },
    { key: 'own', label: t('sharing:ownTab'), children: <OwnSharing /> },
  ];
  const [first] = tabs;
  return (
    <Page title={t('title')}>
      <Tabs
        className="library-tabs"
        activeKey={tabs.find(({ key }) => key === query.get('tab'))?.key ?? first?.key ?? ''}
        items={tabs}
        onChange={(tab) => setQuery({ tab }, { replace: true })}
      />
    </Page>
  );
}
