import { useId, useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { BRAND_COLOR_NAME_MAX_LENGTH, BRAND_KIT_LIMITS, type BrandColor } from '#protocol/api.ts';
import { Card } from '#app/ui/page/Card.tsx';
import type { ChangeBrandKit } from '#app/state/brand-kit-content.ts';
import { KitDialog } from './KitDialog.tsx';
import { KitItem } from './KitItem.tsx';

interface ColorCardProps {
  readonly colors: readonly BrandColor[];
  readonly change: ChangeBrandKit;
  readonly changeAtOnce: ChangeBrandKit;
}

/** The named colors that the editor's color menu has first. */
export function ColorCard({ colors, change, changeAtOnce }: ColorCardProps): ReactElement {
  const { t } = useTranslation('brand');
  const [edited, setEdited] = useState<BrandColor | 'new' | null>(null);
  return (
    <Card
      title={t('colors.title')}
      text={t('colors.text')}
      testId="kit-colors"
      action={
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={colors.length >= BRAND_KIT_LIMITS.colors}
          onClick={() => setEdited('new')}
        >
          {t('colors.add')}
        </Button>
      }
    >
      {colors.length === 0 ? <p className="brand-kit-empty">{t('colors.none')}</p> : null}
      <ul className="brand-kit-items" aria-label={t('colors.title')}>
        {colors.map((color) => (
          <KitItem
            key={color.name}
            name={color.name}
            title={
              <>
                <span className="brand-kit-color" style={{ background: color.color }} aria-hidden />
                {color.name}
              </>
            }
            note={color.color}
            onEdit={() => setEdited(color)}
            onRemove={() =>
              void changeAtOnce((kit) => ({ ...kit, colors: kit.colors.filter(({ name }) => name !== color.name) }))
            }
          />
        ))}
      </ul>
      {edited === null ? null : (
        <ColorDialog
          color={edited === 'new' ? null : edited}
          others={edited === 'new' ? colors : colors.filter(({ name }) => name !== edited.name)}
          change={change}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

interface ColorDialogProps {
  /** null for a new one. */
  readonly color: BrandColor | null;
  readonly others: readonly BrandColor[];
  readonly change: ChangeBrandKit;
  readonly onClose: () => void;
}

const FIRST_COLOR = '#c8102e';

function ColorDialog({ color: before, others, change, onClose }: ColorDialogProps): ReactElement {
  const { t } = useTranslation('brand');
  const [nameId, hexId] = [useId(), useId()];
  const [name, setName] = useState(before?.name ?? '');
  const [hex, setHex] = useState(before?.color ?? FIRST_COLOR);
  const color = readHex(hex);
  const isTaken = others.some((other) => other.name === name.trim());
  const fault = color === null ? t('colors.notHex') : isTaken ? t('taken', { name: name.trim() }) : null;

  return (
    <KitDialog
      title={before === null ? t('colors.add') : t('edit', { name: before.name })}
      fault={fault}
      isReady={color !== null && name.trim() !== '' && !isTaken}
      onSave={() =>
        change((kit) => {
          const next = { name: name.trim(), color: color ?? FIRST_COLOR };
          const isNew = kit.colors.every((one) => one.name !== before?.name);
          const colors = kit.colors.map((one) => (one.name === before?.name ? next : one));
          return { ...kit, colors: isNew ? [...colors, next] : colors };
        })
      }
      onClose={onClose}
    >
      <label htmlFor={nameId}>{t('name')}</label>
      <Input
        id={nameId}
        autoFocus
        value={name}
        maxLength={BRAND_COLOR_NAME_MAX_LENGTH}
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={hexId}>{t('colors.color')}</label>
      <span className="brand-kit-hex">
        <input
          type="color"
          aria-label={t('colors.choose')}
          value={color ?? FIRST_COLOR}
          onChange={(event) => setHex(event.target.value)}
        />
        <Input id={hexId} value={hex} maxLength={9} onChange={(event) => setHex(event.target.value)} />
      </span>
    </KitDialog>
  );
}

/** `#rrggbb`, from six or three digits with or without `#`; null for other texts. */
function readHex(text: string): string | null {
  const digits = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&')}`;
}
