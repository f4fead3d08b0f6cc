import { useState, type KeyboardEvent, type ReactElement } from 'react';
import {
  AppstoreOutlined,
  DeleteOutlined,
  EditOutlined,
  EllipsisOutlined,
  FolderFilled,
  FolderOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import type { Problem } from '#model/kernel/problem.ts';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { DeleteFolderDialog, type FolderContents } from './DeleteFolderDialog.tsx';
import { FolderItem, type FolderDrop, type FolderEntry, type FolderPlace } from './FolderItem.tsx';
import { NameDialog } from './NameDialog.tsx';
import './folders.css';

export interface FolderListProps {
  /** The title of the list. */
  readonly title: string;
  /** Everything, above the folders; null for none. */
  readonly all: FolderPlace | null;
  readonly folders: readonly FolderEntry[];
  /** The trash, below them; null for none. */
  readonly trash: FolderPlace | null;
  /** The id of the current folder or place. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Each resolves to null on success, otherwise to the problem. */
  readonly onAdd: (name: string) => Promise<Problem | null>;
  readonly onRename: (id: string, name: string) => Promise<Problem | null>;
  /** `contents` is null for an empty folder. */
  readonly onDelete: (id: string, contents: FolderContents | null) => Promise<Problem | null>;
  /** The alternative to moving a folder's contents. */
  readonly discardText: string;
  /** Items that can be dragged into a folder, and into the trash; absent for none. */
  readonly drop?: FolderDrop;
}

type Open = { readonly type: 'add' } | { readonly type: 'rename' | 'delete'; readonly folder: FolderEntry };

/**
 * Folders in a sidebar, or in a row on a narrow screen. Each is reached by a press, or with Tab and the arrow keys; F2
 * renames and Delete deletes the focused one, as its menu does.
 */
export function FolderList(props: FolderListProps): ReactElement {
  const { folders, all, trash, chosen, onChoose, drop } = props;
  const { t } = useTranslation(['folders', 'common', 'tips']);
  const { message } = App.useApp();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);

  function askDelete(folder: FolderEntry): void {
    if (folders.length > 1) setOpen({ type: 'delete', folder });
    else void message.warning({ content: t('lastOne'), key: 'folder' });
  }
  function act(key: string, folder: FolderEntry): void {
    if (key === 'rename') setOpen({ type: 'rename', folder });
    if (key === 'delete') askDelete(folder);
  }
  function keys(event: KeyboardEvent, folder: FolderEntry): void {
    if (event.key === 'F2') act('rename', folder);
    if (event.key === 'Delete') act('delete', folder);
  }

  return (
    <nav className="folder-list" aria-label={props.title} onKeyDown={walk}>
      <div className="folder-list-head">
        <h2>{props.title}</h2>
        <Button
          {...tooltip(t('add'))}
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t('add')}
          onClick={() => setOpen({ type: 'add' })}
        />
      </div>
      <ul>
        {all === null ? null : (
          <FolderItem
            {...all}
            icon={<AppstoreOutlined aria-hidden />}
            isChosen={chosen === all.id}
            onChoose={onChoose}
          />
        )}
        {folders.map((folder) => (
          <FolderItem
            key={folder.id}
            {...folder}
            icon={chosen === folder.id ? <FolderFilled aria-hidden /> : <FolderOutlined aria-hidden />}
            isChosen={chosen === folder.id}
            onChoose={onChoose}
            onKeyDown={(event) => keys(event, folder)}
            drop={drop}
            menu={
              <ButtonMenu
                placement="bottomRight"
                menu={{
                  items: [
                    { key: 'rename', icon: <EditOutlined aria-hidden />, label: t('common:action.rename') },
                    {
                      key: 'delete',
                      icon: <DeleteOutlined aria-hidden />,
                      label: t('common:action.delete'),
                      danger: true,
                    },
                  ],
                  onClick: ({ key }) => act(key, folder),
                }}
              >
                <Button
                  className="folder-item-more"
                  type="text"
                  size="small"
                  icon={<EllipsisOutlined aria-hidden />}
                  aria-label={t('moreNamed', { name: folder.name })}
                />
              </ButtonMenu>
            }
          />
        ))}
        {trash === null ? null : (
          <FolderItem
            {...trash}
            icon={<DeleteOutlined aria-hidden />}
            isChosen={chosen === trash.id}
            onChoose={onChoose}
            drop={drop}
          />
        )}
      </ul>
      {open?.type === 'add' ? (
        <NameDialog title={t('add')} label={t('name')} initial="" onName={props.onAdd} onClose={close} />
      ) : null}
      {open?.type === 'rename' ? (
        <NameDialog
          title={t('rename')}
          label={t('name')}
          initial={open.folder.name}
          onClose={close}
          onName={async (name) => {
            const problem = await props.onRename(open.folder.id, name);
            if (problem === null) void message.success(t('tips:tip48'));
            return problem;
          }}
        />
      ) : null}
      {open?.type === 'delete' ? (
        <DeleteFolderDialog
          folder={open.folder}
          others={folders.filter(({ id }) => id !== open.folder.id)}
          discardText={props.discardText}
          onClose={close}
          onDelete={(contents) => props.onDelete(open.folder.id, contents)}
        />
      ) : null}
    </nav>
  );
}

/** The arrow keys move from one folder to the next. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.folder-item-open')];
  const at = lines.findIndex((line) => line === event.target);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  lines[Math.min(lines.length - 1, Math.max(0, at + step))]?.focus();
}
