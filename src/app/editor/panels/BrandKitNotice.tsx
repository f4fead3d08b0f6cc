import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { changedBrandStyles, updateFromBrandKit } from '#editor/commands/named-styles.ts';
import { kitStyles } from '#app/state/brand-kit-content.ts';
import { useBrandKit } from '#app/state/use-brand-kit.ts';
import { listFormat } from '#app/state/language-formats.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { Section } from '../widgets/fields.tsx';

/** Offers to take what has changed in the brand kit since the label's styles were copied from it. */
export function BrandKitNotice({ isSection = false }: { readonly isSection?: boolean }): JSX.Element | null {
  const { t, i18n } = useTranslation('editor');
  const { run } = useActions();
  const template = useEditorState((state) => state.template);
  const isBranded = template.label.styles?.some(({ brand }) => brand !== undefined) === true;
  const { kit } = useBrandKit(isBranded ? 'once' : false);
  if (kit === null || !isBranded) return null;
  const styles = kitStyles(kit);
  const changed = changedBrandStyles(template, styles);
  if (changed.length === 0) return null;
  const names = listFormat(i18n.language).format(changed.map(({ name }) => name));
  const notice = (
    <div className="ed-brand-notice" role="status" data-testid="brand-kit-notice">
      <p className="ed-hint">{t('brandKit.changed', { names })}</p>
      <Button size="small" block onClick={() => run(updateFromBrandKit(styles))}>
        {t('brandKit.update')}
      </Button>
    </div>
  );
  return isSection ? <Section title={t('brandKit.group')}>{notice}</Section> : notice;
}
