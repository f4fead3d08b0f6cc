import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mm } from '#model/kernel/units.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { IconChoice, Row } from '../widgets/fields.tsx';
import { NamedStyleField } from './NamedStyleField.tsx';
import { ShapeLengthField } from './ShapeLengthField.tsx';

export interface PenFieldsProps {
  /** The lines and shapes, for their named style. */
  readonly elements: readonly LabelElement[];
  /** null if several lines differ; the same applies to the width. */
  readonly dashed: boolean | null;
  readonly penWidthMm: Mm | null;
  readonly penDisabled?: boolean;
  onDashed(dashed: boolean): void;
  onPenWidth(penWidthMm: Mm): void;
  onEnd(): void;
}

export function PenFields(props: PenFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <>
      {props.penDisabled === true ? null : <NamedStyleField kind="line" elements={props.elements} />}
      <Row label={t('panel.style')}>
        <IconChoice
          label={t('panel.style')}
          value={props.dashed === null ? null : props.dashed ? 'dashed' : 'solid'}
          disabled={props.penDisabled ?? false}
          choices={[
            { value: 'solid', label: t('style.solid'), icon: 'solid' },
            { value: 'dashed', label: t('style.dashed'), icon: 'dashed' },
          ]}
          onChange={(style) => props.onDashed(style === 'dashed')}
        />
      </Row>
      <ShapeLengthField
        what="penWidth"
        valueMm={props.penWidthMm}
        disabled={props.penDisabled ?? false}
        onChange={props.onPenWidth}
        onEnd={props.onEnd}
      />
    </>
  );
}
