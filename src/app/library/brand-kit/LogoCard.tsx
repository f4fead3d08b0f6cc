import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { BRAND_KIT_LIMITS, CLOUD_TYPES, type CloudFile } from '#protocol/api.ts';
import { cloudPicker } from '#app/library/cloud-picker/lazy-picker.ts';
import { Card } from '#app/ui/page/Card.tsx';
import type { ChangeBrandKit } from '#app/state/brand-kit-content.ts';
import { KitItem } from './KitItem.tsx';

interface LogoCardProps {
  readonly logos: readonly CloudFile[];
  readonly change: ChangeBrandKit;
}

/** The images of the cloud data that are first where the editor lets the user choose one. */
export function LogoCard({ logos, change }: LogoCardProps): ReactElement {
  const { t } = useTranslation('brand');
  const [picking, setPicking] = useState(false);
  return (
    <Card
      title={t('logos.title')}
      text={t('logos.text')}
      testId="kit-logos"
      action={
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={logos.length >= BRAND_KIT_LIMITS.logos}
          onClick={() => setPicking(true)}
        >
          {t('logos.add')}
        </Button>
      }
    >
      {logos.length === 0 ? <p className="brand-kit-empty">{t('logos.none')}</p> : null}
      <ul className="brand-kit-items" aria-label={t('logos.title')}>
        {logos.map((logo) => (
          <KitItem
            key={logo.id}
            name={logo.name}
            title={
              <>
                <span className="brand-kit-logo">
                  <img src={logo.thumbnail === '' ? logo.url : logo.thumbnail} alt="" loading="lazy" />
                </span>
                {logo.name}
              </>
            }
            onRemove={() => void change((kit) => ({ ...kit, logos: kit.logos.filter((id) => id !== logo.id) }))}
          />
        ))}
      </ul>
      {picking ? (
        <cloudPicker.Part
          type={CLOUD_TYPES.images}
          withLogos={false}
          onClose={() => setPicking(false)}
          onPick={(_file, { id }) => {
            setPicking(false);
            void change((kit) => ({ ...kit, logos: [...kit.logos.filter((one) => one !== id), id] }));
          }}
        />
      ) : null}
    </Card>
  );
}
