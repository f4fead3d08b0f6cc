import type { ReactElement } from 'react';
import { App, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import type { ChangeBrandKit } from '#app/state/brand-kit-content.ts';
import { ColorCard } from './ColorCard.tsx';
import { FontCard } from './FontCard.tsx';
import { LogoCard } from './LogoCard.tsx';
import { StyleCard } from './StyleCard.tsx';
import { useBrandKit } from '#app/state/use-brand-kit.ts';
import './brand-kit.css';

/** The account's fonts, logos, colors and named styles, which the editor offers in all labels. */
export function BrandKitScreen(): ReactElement {
  const { t } = useTranslation(['brand', 'problems']);
  const { message } = App.useApp();
  const { kit, problem, isLoading, reload, change } = useBrandKit();

  /** For changes without a dialog that would show the problem. */
  const changeAtOnce: ChangeBrandKit = async (make) => {
    const saved = await change(make);
    const notice = saved.ok ? null : noticeText(t, saved.error);
    if (notice !== null) void message.error({ content: notice, key: 'brandKit' });
    return saved;
  };

  return (
    <Page className="brand-kit" title={t('title')} intro={t('intro')}>
      {problem === null ? null : <ListProblem problem={problem} onRetry={() => void reload()} />}
      {isLoading ? <Skeleton active paragraph={{ rows: 8 }} aria-busy /> : null}
      {kit === null ? null : (
        <>
          <FontCard fonts={kit.fonts} change={changeAtOnce} />
          <LogoCard logos={kit.logos} change={changeAtOnce} />
          <ColorCard colors={kit.colors} change={change} changeAtOnce={changeAtOnce} />
          <StyleCard kit={kit} change={change} changeAtOnce={changeAtOnce} />
        </>
      )}
    </Page>
  );
}
