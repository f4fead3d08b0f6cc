import type { ReactElement } from 'react';
import {
  CommentOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EllipsisOutlined,
  FolderOutlined,
  HistoryOutlined,
  ScanOutlined,
  ShareAltOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TemplateInfo } from '#protocol/api.ts';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import type { TemplateActions } from './use-template-actions.tsx';

/** The actions on a template other than opening and printing it. */
export function TemplateMenu(props: {
  readonly template: TemplateInfo;
  readonly actions: TemplateActions;
}): ReactElement {
  const { template, actions } = props;
  const { t } = useTranslation(['home', 'common', 'templates', 'sharing']);
  const does: Readonly<Record<string, () => void>> = {
    rename: () => actions.rename(template),
    remark: () => actions.remark(template),
    duplicate: () => actions.duplicate([template]),
    move: () => actions.move([template]),
    download: () => actions.download([template]),
    versions: () => actions.versions(template),
    share: () => actions.share(template),
    scan: () => actions.scan(template),
    remove: () => actions.remove([template]),
  };
  return (
    <ButtonMenu
      placement="bottomRight"
      menu={{
        items: [
          { key: 'rename', icon: <EditOutlined aria-hidden />, label: t('common:action.rename') },
          { key: 'remark', icon: <CommentOutlined aria-hidden />, label: t('templates:remarkEdit') },
          { key: 'duplicate', icon: <CopyOutlined aria-hidden />, label: t('common:action.duplicate') },
          { key: 'move', icon: <FolderOutlined aria-hidden />, label: t('templates:moveTo') },
          { key: 'download', icon: <DownloadOutlined aria-hidden />, label: t('templates:download') },
          { key: 'versions', icon: <HistoryOutlined aria-hidden />, label: t('templates:versionsOpen') },
          { key: 'share', icon: <ShareAltOutlined aria-hidden />, label: t('sharing:share') },
          { type: 'divider' },
          { key: 'scan', icon: <ScanOutlined aria-hidden />, label: t('scanPrint') },
          { type: 'divider' },
          { key: 'remove', icon: <DeleteOutlined aria-hidden />, label: t('common:action.delete'), danger: true },
        ],
        onClick: ({ key }) => does[key]?.(),
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={t('moreNamed', { name: template.name })}
      />
    </ButtonMenu>
  );
}
