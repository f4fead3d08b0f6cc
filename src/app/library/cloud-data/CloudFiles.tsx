import { useDeferredValue, useRef, useState, type ChangeEvent, type DragEvent, type ReactElement } from 'react';
import { DeleteOutlined, FolderOutlined, UploadOutlined } from '@ant-design/icons';
import { App, Button, Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  CLOUD_ENDINGS,
  CLOUD_ORDERS,
  CLOUD_TYPES,
  type CloudFolder,
  type CloudOrder,
  type CloudType,
  type CloudFile,
} from '#protocol/api.ts';
import { imageLimitKb } from '#app/ui/background-asset.ts';
import { carriesFiles } from '#app/ui/dropped-files.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import { useServices } from '#app/state/services.tsx';
import { FileTile } from './FileTile.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import { useFileActions } from './use-file-actions.tsx';

interface CloudFilesProps {
  readonly type: CloudType;
  readonly folder: CloudFolder;
  readonly folders: readonly CloudFolder[];
  readonly onChanged: () => void;
}

/** The files of a folder: uploads, files, and actions on several of them. */
export function CloudFiles({ type, folder, folders, onChanged }: CloudFilesProps): ReactElement {
  const { t, i18n } = useTranslation(['cloud', 'common']);
  const { message } = App.useApp();
  const { api, uploads } = useServices();
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<CloudOrder>('added');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const actions = useFileActions(type, folders, onChanged);
  const files = sortedFiles(folder.data, useDeferredValue(search), order, i18n.language);
  // Files that were deleted in the meantime, or are not shown, are excluded.
  const acted = files.filter(({ id }) => chosen.has(id));

  async function take(added: readonly File[]): Promise<void> {
    if (added.length > 0) uploads.add(added, { type, folderId: folder.id }, { imageKb: await imageLimitKb(api) });
  }
  function picked(event: ChangeEvent<HTMLInputElement>): void {
    const list = [...(event.target.files ?? [])];
    event.target.value = ''; // otherwise choosing the same file again fires no event
    void take(list);
  }
  function drop(event: DragEvent): void {
    setOver(false);
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    const dropped = droppedFiles(event.dataTransfer);
    for (const name of dropped.folders)
      void message.warning({ content: t('noFolders', { name }), key: `folder ${name}` });
    void take(dropped.files);
  }
  function choose(id: string, on: boolean): void {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  return (
    <section
      className="cloud-files"
      aria-label={folder.name}
      data-over={over}
      onDragOver={(event) => {
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <div className="cloud-tools">
        <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => picker.current?.click()}>
          {t('upload')}
        </Button>
        <SearchField
          className="cloud-search"
          label={t('search')}
          value={search}
          onChange={(words) => setSearch(words)}
        />
        <Select<CloudOrder>
          className="cloud-order"
          value={order}
          aria-label={t('order.label')}
          options={CLOUD_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
          onChange={setOrder}
        />
      </div>
      <div className="cloud-selection">
        <Checkbox
          disabled={files.length === 0}
          checked={files.length > 0 && acted.length === files.length}
          indeterminate={acted.length > 0 && acted.length < files.length}
          onChange={(event) => setChosen(new Set(event.target.checked ? files.map(({ id }) => id) : []))}
        >
          {acted.length === 0 ? t('count', { count: files.length }) : t('chosen', { count: acted.length })}
        </Checkbox>
        {acted.length === 0 ? null : (
          <>
            <Button size="small" icon={<FolderOutlined aria-hidden />} onClick={() => actions.move(acted)}>
              {t('move')}
            </Button>
            <Button size="small" danger icon={<DeleteOutlined aria-hidden />} onClick={() => actions.remove(acted)}>
              {t('common:action.delete')}
            </Button>
          </>
        )}
      </div>
      <UploadPanel type={type} />
      {files.length === 0 ? (
        <div className="home-empty">
          <p>{search.trim() === '' ? t(`empty.${type}`) : t('emptySearch', { name: search.trim() })}</p>
        </div>
      ) : (
        <ul className="cloud-list" data-view={type === CLOUD_TYPES.images ? 'grid' : 'rows'}>
          {files.map((file) => (
            <FileTile
              key={file.id}
              type={type}
              file={file}
              isChosen={chosen.has(file.id)}
              onChoose={(on) => choose(file.id, on)}
              actions={actions}
              dragged={() => (chosen.has(file.id) ? acted.map(({ id }) => id) : [file.id])}
            />
          ))}
        </ul>
      )}
      {over ? <div className="cloud-drop">{t('dropHere', { name: folder.name })}</div> : null}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={CLOUD_ENDINGS[type].map((ending) => `.${ending}`).join(',')}
        aria-label={t('upload')}
        onChange={picked}
      />
      {actions.dialogs}
    </section>
  );
}

/** A drop: files, and the names of folders, which are not uploaded. */
interface DroppedFiles {
  readonly files: readonly File[];
  readonly folders: readonly string[];
}

/** Must be called in the event itself: the browser discards the data afterwards. */
function droppedFiles(data: DataTransfer): DroppedFiles {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of data.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory === true) folders.push(entry.name);
    else if (file !== null) files.push(file);
  }
  return { files, folders };
}

/** The files whose names contain the text, case-insensitive, in the requested order. */
function sortedFiles(
  files: readonly CloudFile[],
  search: string,
  order: CloudOrder,
  language: string,
): readonly CloudFile[] {
  const wanted = search.trim().toLowerCase();
  const found = files.filter(({ name }) => name.toLowerCase().includes(wanted));
  const { compare } = new Intl.Collator(language, { numeric: true });
  switch (order) {
    case 'added':
      // In the server's order.
      return found;
    case 'name':
      return found.toSorted((a, b) => compare(a.name, b.name));
    case 'size':
      return found.toSorted((a, b) => b.size - a.size);
  }
}
