import { useId, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { createBrandStyleId } from '#model/kernel/ids.ts';
import { fontUnitsToMm, fontUnitsToPoints } from '#model/kernel/units.ts';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import {
  DEFAULT_FONT_SIZE,
  FONT_FIELDS,
  FONT_SIZE_LIMITS,
  LETTER_SPACING_LIMITS,
  LINE_HEIGHT_LIMITS,
  newTextStyle,
  type FontStyle,
} from '#model/elements/base/text-style.ts';
import { MAX_STYLE_NAME, type LineStyle, type NamedStyle, type StyleKind } from '#model/template/named-style.ts';
import { useServices } from '#app/state/services.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { withStyle, type ChangeBrandKit } from '#app/state/brand-kit-content.ts';
import { KitDialog } from './KitDialog.tsx';
import { StyleSample } from './StyleSample.tsx';

interface StyleDialogProps {
  /** null for a new one. */
  readonly style: NamedStyle | null;
  readonly kind: StyleKind;
  /** All styles of the kit. */
  readonly styles: readonly NamedStyle[];
  readonly change: ChangeBrandKit;
  readonly onClose: () => void;
}

/** Edits a style of the kit. Labels with a copy of it offer to take the change. */
export function StyleDialog({ style: before, kind, styles, change, onClose }: StyleDialogProps): ReactElement {
  const { t } = useTranslation('brand');
  const nameId = useId();
  const [style, setStyle] = useState<NamedStyle>(before ?? newStyle(kind));
  const name = style.name.trim();
  const isTaken = styles.some(
    (other) => other.brand?.id !== before?.brand?.id && other.kind === kind && other.name === name,
  );
  return (
    <KitDialog
      title={before === null ? t(`styles.add.${kind}`) : t('edit', { name: before.name })}
      fault={isTaken ? t('taken', { name }) : null}
      isReady={name !== '' && !isTaken}
      onSave={() => {
        const id = before?.brand?.id ?? createBrandStyleId(Math.random);
        return change((kit) => withStyle(kit, id, { ...style, name }));
      }}
      onClose={onClose}
    >
      <label htmlFor={nameId}>{t('name')}</label>
      <Input
        id={nameId}
        autoFocus
        value={style.name}
        maxLength={MAX_STYLE_NAME}
        onChange={(event) => setStyle({ ...style, name: event.target.value })}
      />
      {style.kind === 'text' ? (
        <TextFields look={style.look} onLook={(look) => setStyle({ ...style, look })} />
      ) : (
        <LineFields look={style.look} onLook={(look) => setStyle({ ...style, look })} />
      )}
      <p className="brand-kit-preview">
        <StyleSample style={name === '' ? { ...style, name: t('styles.sample') } : style} />
      </p>
    </KitDialog>
  );
}

function newStyle(kind: StyleKind): NamedStyle {
  if (kind === 'line') return { kind, name: '', look: { penWidthMm: DEFAULT_PEN_WIDTH_MM, dashed: false } };
  const style = newTextStyle(1);
  const look = Object.fromEntries(FONT_FIELDS.map((field) => [field, style[field]])) as unknown as FontStyle;
  return { kind, name: '', look };
}

interface FieldsProps<Look> {
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

const SWITCHES = ['bold', 'italic', 'underline', 'strikeThrough'] as const;

function TextFields({ look, onLook }: FieldsProps<FontStyle>): ReactElement {
  const { t, i18n } = useTranslation('brand');
  const tenths = numberFormat(i18n.language, { maximumFractionDigits: 1 });
  const { fonts } = useServices();
  const catalog = useSyncExternalStore(fonts.subscribe, fonts.catalog);
  const ids = [useId(), useId(), useId(), useId(), useId()] as const;
  const known = catalog.families.map(({ name }) => name);
  const families = known.includes(look.fontFamily) ? known : [look.fontFamily, ...known];
  return (
    <>
      <label htmlFor={ids[0]}>{t('styles.family')}</label>
      <Select<string>
        id={ids[0]}
        value={look.fontFamily}
        showSearch={{ optionFilterProp: 'label' }}
        options={families.map((value) => ({ value, label: value }))}
        onChange={(fontFamily) => onLook({ ...look, fontFamily })}
      />
      <label htmlFor={ids[1]}>{t('styles.size')}</label>
      <NumberInput
        id={ids[1]}
        value={look.fontSize}
        {...FONT_SIZE_LIMITS}
        fallback={DEFAULT_FONT_SIZE}
        unitMm={fontUnitsToMm(1)}
        precision={1}
        suffix={t('styles.points', { points: tenths.format(fontUnitsToPoints(look.fontSize)) })}
        onChange={(fontSize) => onLook({ ...look, fontSize })}
      />
      <span />
      <span className="brand-kit-checks">
        {SWITCHES.map((field) => (
          <Checkbox
            key={field}
            checked={look[field]}
            onChange={(event) => onLook({ ...look, [field]: event.target.checked })}
          >
            {t(`styles.${field}`)}
          </Checkbox>
        ))}
      </span>
      <label htmlFor={ids[2]}>{t('styles.letterSpacing')}</label>
      <NumberInput
        id={ids[2]}
        value={look.letterSpacing}
        {...LETTER_SPACING_LIMITS}
        fallback={0}
        onChange={(letterSpacing) => onLook({ ...look, letterSpacing })}
      />
      <label htmlFor={ids[3]}>{t('styles.lineHeight')}</label>
      <NumberInput
        id={ids[3]}
        value={look.lineHeight}
        {...LINE_HEIGHT_LIMITS}
        fallback={0}
        onChange={(lineHeight) => onLook({ ...look, lineHeight })}
      />
      <label htmlFor={ids[4]}>{t('colors.color')}</label>
      <span className="brand-kit-hex">
        <input
          id={ids[4]}
          type="color"
          value={look.color}
          onChange={(event) => onLook({ ...look, color: event.target.value })}
        />
      </span>
    </>
  );
}

function LineFields({ look, onLook }: FieldsProps<LineStyle>): ReactElement {
  const { t } = useTranslation('brand');
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{t('styles.penWidth')}</label>
      <NumberInput
        id={id}
        value={look.penWidthMm}
        {...PEN_WIDTH_LIMITS}
        fallback={DEFAULT_PEN_WIDTH_MM}
        unitMm={1}
        step={0.1}
        suffix="mm"
        onChange={(penWidthMm) => onLook({ ...look, penWidthMm })}
      />
      <span />
      <Checkbox checked={look.dashed} onChange={(event) => onLook({ ...look, dashed: event.target.checked })}>
        {t('styles.dashed')}
      </Checkbox>
    </>
  );
}
