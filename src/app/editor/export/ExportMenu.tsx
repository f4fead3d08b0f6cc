import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { PRINTER_LANGUAGES } from '#protocol/printer-settings.ts';
import { Icon } from '../widgets/icons.tsx';
import { kindName, OFFERED_FORMATS, type ExportKind } from './export-kind.ts';

const KINDS: readonly ExportKind[] = [...OFFERED_FORMATS, ...PRINTER_LANGUAGES];

/** The button next to Print with the file formats and the printer languages. */
export function ExportMenu({ onChoose }: { onChoose(kind: ExportKind): void }): JSX.Element {
  const { t } = useTranslation('export');
  return (
    <ButtonMenu
      menu={{
        items: [
          ...OFFERED_FORMATS.map((format) => ({ key: format, label: kindName(t, format) })),
          {
            type: 'group' as const,
            key: 'languages',
            label: t('languages'),
            children: PRINTER_LANGUAGES.map((language) => ({ key: language, label: kindName(t, language) })),
          },
        ],
        onClick: ({ key }) => {
          const kind = KINDS.find((known) => known === key);
          if (kind !== undefined) onChoose(kind);
        },
      }}
    >
      <Button icon={<Icon name="export" size={16} />} data-testid="export">
        {t('action.export')}
      </Button>
    </ButtonMenu>
  );
}
