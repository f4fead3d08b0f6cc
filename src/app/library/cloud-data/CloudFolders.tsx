import { useEffect, useState, type ReactElement } from 'react';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { CloudType } from '#protocol/api.ts';
import type { FolderContents } from '#app/library/templates/DeleteFolderDialog.tsx';
import { FolderList } from '#app/library/templates/FolderList.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { useServices } from '#app/state/services.tsx';
import { CloudFiles } from './CloudFiles.tsx';
import { FILE_DRAG } from './FileTile.tsx';
import { useCloudData } from '#app/library/cloud-picker/use-cloud-data.ts';

interface CloudFoldersProps {
  readonly type: CloudType;
  /** Called after files were added or removed. */
  readonly onChanged: () => void;
}

/** The folders of a type in a sidebar, and the files of the current one. */
export function CloudFolders({ type, onChanged }: CloudFoldersProps): ReactElement {
  const { t } = useTranslation('cloud');
  const { api, uploads } = useServices();
  const data = useCloudData(type);
  const [wanted, setWanted] = useState('');
  const folder = data.folders.find(({ id }) => id === wanted) ?? data.folders[0];
  useEffect(() => uploads.onDone(onChanged), [uploads, onChanged]);

  const changed = (): void => {
    data.reload();
    onChanged();
  };
  async function add(name: string): Promise<Problem | null> {
    const answer = await api.call('addCloudFolder', { name, type });
    if (!answer.ok) return answer.error;
    setWanted(answer.value.id);
    data.reload();
    return null;
  }
  async function rename(id: string, name: string): Promise<Problem | null> {
    const answer = await api.call('renameCloudFolder', { id, name });
    data.reload();
    return answer.ok ? null : answer.error;
  }
  async function remove(id: string, contents: FolderContents | null): Promise<Problem | null> {
    const ids = data.folders.find((one) => one.id === id)?.data.map((file) => file.id) ?? [];
    if (contents?.type === 'move' && ids.length > 0) {
      const moved = await api.call('moveCloudFiles', { ids, tid: contents.to });
      if (!moved.ok) return moved.error;
    }
    const answer = await api.call('deleteCloudFolder', { id });
    changed();
    return answer.ok ? null : answer.error;
  }
  async function move(to: string, dragged: string): Promise<void> {
    const ids = dragged.split(',').filter((id) => id !== '');
    if (ids.length > 0) await api.call('moveCloudFiles', { ids, tid: to });
    data.reload();
  }

  if (data.problem !== null && data.folders.length === 0) {
    return <ListProblem problem={data.problem} onRetry={data.reload} />;
  }
  if (folder === undefined) return <Skeleton active aria-busy="true" />;
  return (
    <div className="cloud-body" data-testid="cloud-body">
      <FolderList
        title={t('folders')}
        all={null}
        trash={null}
        folders={data.folders.map(({ id, name, data: files }) => ({ id, name, num: files.length }))}
        chosen={folder.id}
        onChoose={setWanted}
        onAdd={add}
        onRename={rename}
        onDelete={remove}
        discardText={t('discardFiles')}
        drop={{ type: FILE_DRAG, onDrop: (to, dragged) => void move(to, dragged) }}
      />
      <div className="cloud-main">
        {data.problem === null ? null : <ListProblem problem={data.problem} onRetry={data.reload} />}
        <CloudFiles key={folder.id} type={type} folder={folder} folders={data.folders} onChanged={changed} />
      </div>
    </div>
  );
}
