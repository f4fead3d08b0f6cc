import { useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BRAND_KIT_LIMITS } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { loadScreenFonts } from '#app/ui/screen-fonts.ts';
import { Card } from '#app/ui/page/Card.tsx';
import type { ChangeBrandKit } from '#app/state/brand-kit-content.ts';
import { KitItem } from './KitItem.tsx';
import { cssFamily } from './StyleSample.tsx';

interface FontCardProps {
  readonly fonts: readonly string[];
  readonly change: ChangeBrandKit;
}

/** The families that are first in the editor's font menu. */
export function FontCard({ fonts, change }: FontCardProps): ReactElement {
  const { t } = useTranslation('brand');
  const store = useServices().fonts;
  const catalog = useSyncExternalStore(store.subscribe, store.catalog);
  useEffect(() => fonts.forEach((family) => loadScreenFonts(catalog, family)), [catalog, fonts]);
  const others = catalog.families.map(({ name }) => name).filter((name) => !fonts.includes(name));
  /** Each family in its own font. */
  function renderFamily({ value }: { readonly value?: string | number }): ReactElement {
    return <span style={{ fontFamily: cssFamily(catalog, String(value)) }}>{value}</span>;
  }
  return (
    <Card title={t('fonts.title')} text={t('fonts.text')} testId="kit-fonts">
      {fonts.length === 0 ? <p className="brand-kit-empty">{t('fonts.none')}</p> : null}
      <ul className="brand-kit-items" aria-label={t('fonts.title')}>
        {fonts.map((family) => (
          <KitItem
            key={family}
            name={family}
            title={
              <span className="brand-kit-font" style={{ fontFamily: cssFamily(catalog, family) }}>
                {family}
              </span>
            }
            {...(catalog.families.some(({ name }) => name === family) ? {} : { note: t('fonts.missing') })}
            onRemove={() => void change((kit) => ({ ...kit, fonts: kit.fonts.filter((one) => one !== family) }))}
          />
        ))}
      </ul>
      <Select<string>
        className="brand-kit-add"
        aria-label={t('fonts.add')}
        placeholder={t('fonts.add')}
        data-testid="kit-add-font"
        value={null}
        disabled={fonts.length >= BRAND_KIT_LIMITS.fonts}
        showSearch={{ optionFilterProp: 'label' }}
        options={others.map((value) => ({ value, label: value }))}
        optionRender={renderFamily}
        onOpenChange={(open) => open && others.forEach((name) => loadScreenFonts(catalog, name))}
        onChange={(family) =>
          void change((kit) => ({ ...kit, fonts: [...kit.fonts.filter((one) => one !== family), family] }))
        }
      />
    </Card>
  );
}
