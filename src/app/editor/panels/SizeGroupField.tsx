import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { SIZE_GROUPS } from '#model/elements/base/size-group.ts';
import { changesSize, type TextFit } from '#model/elements/base/text-style.ts';
import { Row, SelectField } from '../widgets/fields.tsx';

export interface SizeGroupFieldProps {
  /** null if several texts differ. */
  readonly fit: TextFit | null;
  /** Empty for none; null if several texts differ. */
  readonly group: string | null;
  onGroup(group: string): void;
}

/** The size group of texts whose size follows from their box; nothing for others. */
export function SizeGroupField({ fit, group, onGroup }: SizeGroupFieldProps): JSX.Element | null {
  const { t } = useTranslation('editor');
  if (!changesSize(fit)) return null;
  const names = new Set<string>(SIZE_GROUPS);
  if (group !== null && group !== '') names.add(group);
  return (
    <Row label={t('panel.sizeGroup')}>
      <SelectField
        label={t('panel.sizeGroup')}
        value={group}
        choices={[
          { value: '', label: t('sizeGroup.none') },
          ...[...names].map((name) => ({ value: name, label: name })),
        ]}
        onChange={onGroup}
      />
    </Row>
  );
}
