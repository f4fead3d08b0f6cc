import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import type { Mm } from '#model/kernel/units.ts';
import { unitMark } from '../session/display-unit.ts';
import { IconChoice, NumberField, Row } from '../widgets/fields.tsx';

export interface PenFieldsProps {
  readonly dashed: boolean;
  readonly penWidthMm: Mm;
  readonly penDisabled?: boolean;
  onDashed(dashed: boolean): void;
  onPenWidth(penWidthMm: Mm): void;
  onEnd(): void;
}

export function PenFields(props: PenFieldsProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  return (
    <>
      <Row label={t('panel.style')}>
        <IconChoice
          label={t('panel.style')}
          value={props.dashed ? 'dashed' : 'solid'}
          disabled={props.penDisabled ?? false}
          choices={[
            { value: 'solid', label: t('style.solid'), icon: 'solid' },
            { value: 'dashed', label: t('style.dashed'), icon: 'dashed' },
          ]}
          onChange={(style) => props.onDashed(style === 'dashed')}
        />
      </Row>
      <Row label={t('panel.penWidth')}>
        <NumberField
          label={t('panel.penWidth')}
          value={props.penWidthMm}
          min={PEN_WIDTH_LIMITS.min}
          max={PEN_WIDTH_LIMITS.max}
          step={PEN_WIDTH_LIMITS.step}
          precision={1}
          unitMm={1}
          fallback={DEFAULT_PEN_WIDTH_MM}
          suffix={unitMark('mm', i18n.language)}
          disabled={props.penDisabled ?? false}
          onChange={props.onPenWidth}
          onEnd={props.onEnd}
        />
      </Row>
    </>
  );
}
