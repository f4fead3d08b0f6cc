import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { fontUnitsToPoints } from '#model/kernel/units.ts';
import type { NamedStyle, StyleKind } from '#model/template/named-style.ts';
import { BRAND_KIT_LIMITS, type BrandKit } from '#protocol/api.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { Card } from '#app/ui/page/Card.tsx';
import { kitStyles, type ChangeBrandKit } from '#app/state/brand-kit-content.ts';
import { KitItem } from './KitItem.tsx';
import { StyleDialog } from './StyleDialog.tsx';
import { StyleSample } from './StyleSample.tsx';

interface StyleCardProps {
  readonly kit: BrandKit;
  readonly change: ChangeBrandKit;
  readonly changeAtOnce: ChangeBrandKit;
}

/** The named styles of texts and lines that every label may copy. */
export function StyleCard({ kit, change, changeAtOnce }: StyleCardProps): ReactElement {
  const { t, i18n } = useTranslation(['brand', 'common']);
  const { modal } = App.useApp();
  const [edited, setEdited] = useState<NamedStyle | StyleKind | null>(null);
  const styles = kitStyles(kit);
  const isFull = styles.length >= BRAND_KIT_LIMITS.styles;

  function noteOf({ kind, look }: NamedStyle): string {
    const tenths = numberFormat(i18n.language, { maximumFractionDigits: 1 });
    if (kind === 'line') return t('styles.lineNote', { width: tenths.format(look.penWidthMm) });
    return t('styles.textNote', { family: look.fontFamily, points: tenths.format(fontUnitsToPoints(look.fontSize)) });
  }
  function remove({ name, brand }: NamedStyle): void {
    modal.confirm({
      title: t('styles.deleteTitle', { name }),
      content: t('styles.deleteText'),
      okText: t('common:action.delete'),
      cancelText: t('common:action.cancel'),
      centered: true,
      ...DESTRUCTIVE,
      onOk: async () => {
        await changeAtOnce((now) => ({ ...now, styles: now.styles.filter(({ id }) => id !== brand?.id) }));
      },
    });
  }

  return (
    <Card
      title={t('styles.title')}
      text={t('styles.text')}
      testId="kit-styles"
      action={
        <div className="brand-kit-actions">
          {(['text', 'line'] as const).map((kind) => (
            <Button key={kind} icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={() => setEdited(kind)}>
              {t(`styles.add.${kind}`)}
            </Button>
          ))}
        </div>
      }
    >
      {styles.length === 0 ? <p className="brand-kit-empty">{t('styles.none')}</p> : null}
      <ul className="brand-kit-items" aria-label={t('styles.title')}>
        {styles.map((style) => (
          <KitItem
            key={style.brand?.id}
            name={style.name}
            title={<StyleSample style={style} />}
            note={noteOf(style)}
            onEdit={() => setEdited(style)}
            onRemove={() => remove(style)}
          />
        ))}
      </ul>
      {edited === null ? null : (
        <StyleDialog
          style={typeof edited === 'string' ? null : edited}
          kind={typeof edited === 'string' ? edited : edited.kind}
          styles={styles}
          change={change}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}
