import { unitMark } from '#app/state/unit.ts';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import { CORNER_RADIUS_LIMITS, type Corner } from '#model/elements/shapes/shape-element.ts';
import { DEFAULT_CORNER_RADIUS_MM } from '#model/elements/shapes/shapes.ts';
import type { Mm } from '#model/kernel/units.ts';
import { NumberField, Row } from '../widgets/fields.tsx';

type ShapeLength = 'penWidth' | 'cornerRadius' | Corner;
interface LengthRule {
  readonly limits: { readonly min: Mm; readonly max: Mm; readonly step: Mm };
  readonly fallback: Mm;
}

const CORNER: LengthRule = { limits: CORNER_RADIUS_LIMITS, fallback: DEFAULT_CORNER_RADIUS_MM };
const LENGTHS: Readonly<Record<ShapeLength, LengthRule>> = {
  penWidth: { limits: PEN_WIDTH_LIMITS, fallback: DEFAULT_PEN_WIDTH_MM },
  cornerRadius: CORNER,
  topLeft: CORNER,
  topRight: CORNER,
  bottomRight: CORNER,
  bottomLeft: CORNER,
};

interface ShapeLengthFieldProps {
  readonly what: ShapeLength;
  /** null if several shapes differ. */
  readonly valueMm: Mm | null;
  readonly disabled?: boolean;
  onChange(valueMm: Mm): void;
  onEnd(): void;
}

/** The width of a shape's line or the radius of its corners, in millimeters for any unit of the user. */
export function ShapeLengthField({ what, valueMm, disabled = false, ...rest }: ShapeLengthFieldProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const { limits, fallback } = LENGTHS[what];
  return (
    <Row label={t(`panel.${what}`)}>
      <NumberField
        label={t(`panel.${what}`)}
        value={valueMm}
        min={limits.min}
        max={limits.max}
        step={limits.step}
        precision={1}
        unitMm={1}
        fallback={fallback}
        suffix={unitMark('mm', i18n.language)}
        disabled={disabled}
        onChange={rest.onChange}
        onEnd={rest.onEnd}
      />
    </Row>
  );
}
