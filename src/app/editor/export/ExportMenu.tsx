import { Button, Dropdown } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPORT_FORMATS, type ExportFormat } from '#protocol/export.ts';
import { Icon } from '../widgets/icons.tsx';
import { formatName } from './format-name.ts';

/** The order in which the formats are offered. */
const OFFERED: readonly ExportFormat[] = ['pdf-vector', 'pdf', 'svg', 'png'];

/** Beside Print: what kind of file. */
export function ExportMenu({ onChoose }: { onChoose(format: ExportFormat): void }): JSX.Element {
  const { t } = useTranslation('export');
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: OFFERED.map((format) => ({ key: format, label: formatName(t, format) })),
        onClick: ({ key }) => {
          const format = EXPORT_FORMATS.find((known) => known === key);
          if (format !== undefined) onChoose(format);
        },
      }}
    >
      <Button icon={<Icon name="export" size={16} />} data-testid="export">
        {t('action.export')}
      </Button>
    </Dropdown>
  );
}
