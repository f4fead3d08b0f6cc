import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { TEXT_ARRANGES, type TextArrange } from '#model/elements/base/text-style.ts';
import { IconChoice, Row } from '../widgets/fields.tsx';
import type { IconName } from '../widgets/icons.tsx';

const ICONS: Readonly<Record<TextArrange, IconName>> = { horizontal: 'textHorizontal', vertical: 'textVertical' };

interface WritingFieldProps {
  /** null if several texts differ. */
  readonly arrange: TextArrange | null;
  onChange(arrange: TextArrange): void;
}

/** Horizontal or vertical lines. */
export function WritingField({ arrange, onChange }: WritingFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Row label={t('panel.writing')}>
      <IconChoice
        label={t('panel.writing')}
        value={arrange}
        choices={TEXT_ARRANGES.map((value) => ({ value, label: t(`arrange.${value}`), icon: ICONS[value] }))}
        onChange={onChange}
      />
    </Row>
  );
}
