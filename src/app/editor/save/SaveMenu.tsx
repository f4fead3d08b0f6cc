import { DownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';

/** The small button next to Save: save as another label, and earlier versions. */
export function SaveMenu(props: {
  /** Whether the label is on the server, so that there can be earlier versions. */
  readonly isSaved: boolean;
  onSaveAs(): void;
  onVersions(): void;
}): JSX.Element {
  const { t } = useTranslation('save');
  return (
    <ButtonMenu
      placement="bottomRight"
      menu={{
        items: [
          { key: 'saveAs', label: t('saveAs') },
          { key: 'versions', label: t('versions'), disabled: !props.isSaved },
        ],
        onClick: ({ key }) => (key === 'saveAs' ? props.onSaveAs() : props.onVersions()),
      }}
    >
      <Button icon={<DownOutlined aria-hidden />} title={t('more')} data-testid="save-menu" />
    </ButtonMenu>
  );
}
