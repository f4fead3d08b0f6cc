import type { ReactElement } from 'react';
import {
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EllipsisOutlined,
  FolderOutlined,
  SwapOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { CLOUD_TYPES, type CloudFile, type CloudType } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import type { FileActions } from './use-file-actions.tsx';

interface FileTileProps {
  readonly type: CloudType;
  readonly file: CloudFile;
  readonly isChosen: boolean;
  readonly onChoose: (on: boolean) => void;
  readonly actions: FileActions;
  /** The ids that are dragged with it. */
  readonly dragged: () => readonly string[];
}

/** A file: a tile with its picture, or a row of a list. */
export function FileTile({ type, file, isChosen, onChoose, actions, dragged }: FileTileProps): ReactElement {
  const { t, i18n } = useTranslation(['cloud', 'common']);
  const isImage = type === CLOUD_TYPES.images;
  const added = new Date(file.update_time);
  return (
    <li
      className="cloud-file"
      data-chosen={isChosen}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(FILE_DRAG, dragged().join(','))}
    >
      <Checkbox
        className="cloud-file-check"
        checked={isChosen}
        aria-label={t('choose', { name: file.name })}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span className="cloud-file-picture">
        {isImage ? (
          <img
            src={file.thumbnail === '' ? file.url : file.thumbnail}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        ) : (
          <TableOutlined aria-hidden />
        )}
      </span>
      <span className="cloud-file-text">
        <strong title={file.name}>{file.name}</strong>
        <small>
          {isImage ? `${file.width} × ${file.height} · ` : ''}
          {formatBytes(file.size, i18n.language)}
          {isImage ? null : (
            <time dateTime={file.update_time} title={added.toLocaleString(i18n.language)}>
              {` · ${added.toLocaleDateString(i18n.language)}`}
            </time>
          )}
        </small>
      </span>
      <ButtonMenu
        placement="bottomRight"
        menu={{
          items: [
            { key: 'rename', icon: <EditOutlined aria-hidden />, label: t('common:action.rename') },
            { key: 'move', icon: <FolderOutlined aria-hidden />, label: t('move') },
            { key: 'replace', icon: <SwapOutlined aria-hidden />, label: t('replace') },
            { key: 'download', icon: <DownloadOutlined aria-hidden />, label: t('download') },
            { type: 'divider' },
            { key: 'remove', icon: <DeleteOutlined aria-hidden />, label: t('common:action.delete'), danger: true },
          ],
          onClick: ({ key }) => {
            if (key === 'move' || key === 'remove') actions[key]([file]);
            if (key === 'rename' || key === 'replace' || key === 'download') actions[key](file);
          },
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={t('moreNamed', { name: file.name })}
        />
      </ButtonMenu>
    </li>
  );
}

/** The data type for dragging files from the list into a folder: their ids, separated by commas. */
export const FILE_DRAG = 'application/x-cloud-files';
