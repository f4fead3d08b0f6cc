import { useState, type ReactElement } from 'react';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { CLOUD_ENDINGS, type CloudFile, type CloudFolder, type CloudType } from '#protocol/api.ts';
import { NameDialog } from '#app/library/templates/NameDialog.tsx';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { imageLimitKb } from '#app/ui/background-asset.ts';
import { useServices } from '#app/state/services.tsx';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { MoveDialog } from './MoveDialog.tsx';

export interface FileActions {
  readonly rename: (file: CloudFile) => void;
  readonly move: (files: readonly CloudFile[]) => void;
  /** Lets the user choose a file that replaces it. */
  readonly replace: (file: CloudFile) => void;
  readonly download: (file: CloudFile) => void;
  readonly remove: (files: readonly CloudFile[]) => void;
  /** Rendered by the caller. */
  readonly dialogs: ReactElement;
}

/** The actions on files of the cloud data. Calls `onChanged` after the server has done one. */
export function useFileActions(type: CloudType, folders: readonly CloudFolder[], onChanged: () => void): FileActions {
  const { t } = useTranslation(['cloud', 'common', 'tips', 'problems']);
  const { message, modal } = App.useApp();
  const { api, uploads } = useServices();
  const [renaming, setRenaming] = useState<CloudFile | null>(null);
  const [moving, setMoving] = useState<readonly CloudFile[] | null>(null);

  async function rename(file: CloudFile, name: string): Promise<Problem | null> {
    const answer = await api.call('editCloudFile', { id: file.id, name, tid: file.tid });
    onChanged();
    if (!answer.ok) return answer.error;
    void message.success(t('tips:tip48'));
    return null;
  }
  async function move(files: readonly CloudFile[], tid: string): Promise<Problem | null> {
    const answer = await api.call('moveCloudFiles', { ids: files.map(({ id }) => id), tid });
    onChanged();
    return answer.ok ? null : answer.error;
  }
  async function remove(files: readonly CloudFile[]): Promise<void> {
    const answer = await api.call('deleteCloudFiles', { ids: files.map(({ id }) => id) });
    const notice = answer.ok ? null : noticeText(t, answer.error);
    if (notice !== null) void message.error(notice);
    onChanged();
  }
  function replace(file: CloudFile): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = CLOUD_ENDINGS[type].map((ending) => `.${ending}`).join(',');
    input.addEventListener('change', () => {
      void imageLimitKb(api).then((imageKb) =>
        uploads.add([...(input.files ?? [])], { type, replacedId: file.id }, { imageKb }),
      );
    });
    input.click();
  }

  return {
    rename: setRenaming,
    move: setMoving,
    replace,
    download: ({ url, name }) => {
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
    },
    remove: (files) => {
      modal.confirm({
        title:
          files.length === 1
            ? t('deleteOne', { name: files[0]?.name ?? '' })
            : t('deleteSeveral', { count: files.length }),
        content: t('deleteText'),
        centered: true,
        okText: t('common:action.delete'),
        cancelText: t('common:action.cancel'),
        ...DESTRUCTIVE,
        onOk: () => remove(files),
      });
    },
    dialogs: (
      <>
        {renaming === null ? null : (
          <NameDialog
            title={t('common:action.rename')}
            label={t('name')}
            initial={renaming.name}
            onName={(name) => rename(renaming, name)}
            onClose={() => setRenaming(null)}
          />
        )}
        {moving === null ? null : (
          <MoveDialog
            count={moving.length}
            folders={folders.filter(({ id }) => moving.some(({ tid }) => tid !== id))}
            onMove={(tid) => move(moving, tid)}
            onClose={() => setMoving(null)}
          />
        )}
      </>
    ),
  };
}
