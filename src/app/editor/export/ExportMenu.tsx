import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '#app/shell/ButtonMenu.tsx';
import type { ExportFormat } from '#protocol/export.ts';
import { Icon } from '../widgets/icons.tsx';
import { formatName, OFFERED_FORMATS } from './format-name.ts';

/** The button beside Print that offers the kinds of files. */
export function ExportMenu({ onChoose }: { onChoose(format: ExportFormat): void }): JSX.Element {
  const { t } = useTranslation('export');
  return (
    <ButtonMenu
      menu={{
        items: OFFERED_FORMATS.map((format) => ({ key: format, label: formatName(t, format) })),
        onClick: ({ key }) => {
          const format = OFFERED_FORMATS.find((known) => known === key);
          if (format !== undefined) onChoose(format);
        },
      }}
    >
      <Button icon={<Icon name="export" size={16} />} data-testid="export">
        {t('action.export')}
      </Button>
    </ButtonMenu>
  );
}
