import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { LINE_MARKERS, type LineMarkers } from '#model/elements/line/line-markers.ts';
import { Row, SelectField } from '../widgets/fields.tsx';
import type { Mixed } from '../widgets/mixed.ts';

interface MarkerFieldsProps {
  /** null if several lines differ. */
  readonly values: Mixed<LineMarkers>;
  patch(markers: Partial<LineMarkers>): void;
}

/** What lines have at their ends. */
export function MarkerFields({ values, patch }: MarkerFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <>
      {(['startMarker', 'endMarker'] as const).map((end) => (
        <Row key={end} label={t(`panel.${end}`)}>
          <SelectField
            label={t(`panel.${end}`)}
            value={values[end]}
            choices={LINE_MARKERS.map((value) => ({ value, label: t(`marker.${value}`) }))}
            onChange={(marker) => patch({ [end]: marker })}
          />
        </Row>
      ))}
    </>
  );
}
