import { Select } from 'antd';
import { useEffect, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FONT_FAMILIES } from '#model/elements/base/fonts.ts';
import { fontUnitsToPoints } from '#model/kernel/units.ts';
import { loadScreenFonts } from '../canvas/screen-fonts.ts';
import { NumberField } from './fields.tsx';

export interface FontFieldsProps {
  readonly family: string;
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly sizeDisabled?: boolean;
  onFamily(family: string): void;
  onSize(size: number): void;
  onEnd(): void;
}

/** The size is in the specification's unit, a quarter of a millimetre; real points stand beside it. */
export function FontFields(props: FontFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  useEffect(() => loadScreenFonts(props.family), [props.family]);
  const points = Math.round(fontUnitsToPoints(props.size) * 10) / 10;
  const known = FONT_FAMILIES.some((f) => f.name === props.family);
  const names = known ? FONT_FAMILIES.map((f) => f.name) : [props.family, ...FONT_FAMILIES.map((f) => f.name)];
  return (
    <div className="ed-font">
      <Select
        size="small"
        aria-label={t('panel.family')}
        value={props.family}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={props.onFamily}
        onOpenChange={(open) => open && FONT_FAMILIES.forEach((f) => loadScreenFonts(f.name))}
        optionRender={renderFamily}
      />
      <NumberField
        label={t('panel.fontSize')}
        value={props.size}
        min={props.min}
        max={props.max}
        step={0.2}
        precision={1}
        disabled={props.sizeDisabled ?? false}
        onChange={props.onSize}
        onEnd={props.onEnd}
      />
      <span className="ed-points">{t('panel.points', { points })}</span>
    </div>
  );
}

/** Each family in its own letters. */
function renderFamily({ label, value }: { readonly label?: ReactNode; readonly value?: string | number }): JSX.Element {
  const family = FONT_FAMILIES.find((f) => f.name === value);
  return <span style={{ fontFamily: family?.chain.map((name) => `"${name}"`).join() }}>{label}</span>;
}
