import type { ReactElement } from 'react';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field } from './Field.tsx';

/** One of the printer's resolutions. */
export function ResolutionField(props: {
  readonly dpi: number;
  readonly resolutions: readonly number[];
  readonly disabled?: boolean;
  readonly onChange: (dpi: number) => void;
}): ReactElement {
  const { dpi: chosen, resolutions, disabled = false, onChange } = props;
  const { t } = useTranslation('print');
  return (
    <Field label={t('resolution.label')}>
      <Segmented<number>
        aria-label={t('resolution.label')}
        block
        value={chosen}
        disabled={disabled}
        options={resolutions.map((dpi) => ({ value: dpi, label: t('resolution.dpi', { dpi }) }))}
        onChange={onChange}
      />
    </Field>
  );
}
