import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { fontUnitsToMm, fontUnitsToPoints } from '#model/kernel/units.ts';
import { FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { FamilyField } from './FamilyField.tsx';
import { NumberField } from '../widgets/fields.tsx';

export interface FontFieldsProps {
  /** null if several texts differ; the same applies to the size. */
  readonly family: string | null;
  readonly size: number | null;
  readonly min: number;
  readonly max: number;
  /** The value of an emptied size field. */
  readonly fallback: number;
  readonly sizeDisabled?: boolean;
  onFamily(family: string): void;
  onSize(size: number): void;
  onEnd(): void;
}

/** The size is in the specification's unit, a quarter of a millimeter; the size in points is shown next to it. */
export function FontFields(props: FontFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <>
      <FamilyField family={props.family} onFamily={props.onFamily} />
      <FontSizeField {...props} label={t('panel.fontSize')} disabled={props.sizeDisabled ?? false} />
    </>
  );
}

type FontSizeFieldProps = Pick<FontFieldsProps, 'size' | 'min' | 'max' | 'fallback' | 'onSize' | 'onEnd'> & {
  readonly label: string;
  readonly disabled?: boolean;
};

/** A size in the specification's unit, with the points next to it. */
export function FontSizeField({ label, disabled = false, size, ...props }: FontSizeFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const tenths = numberFormat(i18n.language, { maximumFractionDigits: 1 });
  const points = size === null ? null : tenths.format(fontUnitsToPoints(size));
  return (
    <div className="ed-font">
      <NumberField
        label={label}
        value={size}
        min={props.min}
        max={props.max}
        fallback={props.fallback}
        unitMm={fontUnitsToMm(1)}
        step={FONT_SIZE_LIMITS.step}
        precision={1}
        disabled={disabled}
        onChange={props.onSize}
        onEnd={props.onEnd}
      />
      {points === null ? null : <span className="ed-points">{t('panel.points', { points })}</span>}
    </div>
  );
}
