import type { ReactElement } from 'react';
import { FolderOpenOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { FolderList } from '#app/library/templates/FolderList.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { useNewLabel } from '#app/library/templates/use-new-label.tsx';
import { useOpenFile } from '#app/library/templates/use-open-file.tsx';
import { useTemplateActions } from '#app/library/templates/use-template-actions.tsx';
import { useTemplateList } from '#app/library/templates/use-template-list.ts';
import { useListLook } from './list-look.ts';
import { PAGE_SIZE, TemplateBrowser, useBrowserQuery } from './TemplateBrowser.tsx';
import { TrashView } from './TrashView.tsx';
import { useFolders } from './use-folders.ts';
import { DRAG_TYPE, useSelection } from './use-selection.ts';
import '#app/ui/list.css';
import './templates.css';

/** The folder id in the address for all templates. */
const ALL = '';
const TRASH = 'trash';

/** All templates of the user, by folder: search, order, pages, actions, and the trash. */
export function CloudTemplateScreen(): ReactElement {
  const { t } = useTranslation(['templates', 'home']);
  const [address, setAddress] = useSearchParams();
  const { query, setQuery, name } = useBrowserQuery();
  const look = useListLook();
  const wanted = address.get('folder') ?? ALL;

  const isTrash = wanted === TRASH;
  const folders = useFolders();
  const list = folders.folders?.list ?? [];
  // The address may name a deleted folder.
  const folder = list.find(({ id }) => id === wanted) ?? null;
  const isMissing = folders.folders !== null && folder === null && wanted !== ALL && !isTrash;
  const parentId = isTrash || isMissing ? ALL : wanted;
  const templates = useTemplateList({
    page: query.page,
    size: PAGE_SIZE,
    order: look.order,
    ...(parentId === ALL ? {} : { parent_id: parentId }),
    ...(name === '' ? {} : { name }),
  });
  const selection = useSelection(templates.list);
  function reload(): void {
    templates.reload();
    folders.reload();
  }
  const actions = useTemplateActions(reload);
  const newLabel = useNewLabel(folder?.id);
  const openFile = useOpenFile(folder?.id);
  const lastPage = Math.max(1, Math.ceil(templates.count / PAGE_SIZE));
  // The only template of the last page was deleted, so that page no longer exists.
  if (!templates.loading && !templates.stale && query.page > lastPage) setQuery({ ...query, page: lastPage });

  function choose(id: string): void {
    selection.clear();
    setQuery({ search: '', page: 1 });
    setAddress(id === ALL ? {} : { folder: id });
    reload();
  }
  /** Handles ids that were dragged into a folder, or into the trash. */
  function drop(id: string, data: string): void {
    const ids = new Set(parseIds(data));
    const dropped = templates.list.filter((template) => ids.has(template.id));
    if (dropped.length === 0) return;
    selection.clear();
    if (id === TRASH) actions.remove(dropped);
    else actions.moveTo([...ids], { id, name: list.find((one) => one.id === id)?.name ?? '' });
  }

  return (
    <Page
      className="templates"
      title={t('home:myTemplates')}
      actions={
        <>
          <Button icon={<FolderOpenOutlined aria-hidden />} onClick={openFile.choose}>
            {t('home:openFile')}
          </Button>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={newLabel.start}>
            {t('home:newLabel')}
          </Button>
        </>
      }
    >
      <div className="templates-body">
        <FolderList
          title={t('folders')}
          all={{ id: ALL, name: t('all'), num: list.reduce((sum, { num }) => sum + num, 0) }}
          folders={list}
          trash={{ id: TRASH, name: t('trash'), num: folders.folders?.trash_num ?? 0 }}
          chosen={isTrash ? TRASH : parentId}
          onChoose={choose}
          onAdd={folders.add}
          onRename={folders.rename}
          onDelete={async (id, contents) => {
            const problem = await folders.remove(id, contents);
            templates.reload();
            return problem;
          }}
          discardText={t('discard')}
          drop={{ type: DRAG_TYPE, onDrop: drop }}
        />
        <section className="templates-main" aria-label={isTrash ? t('trash') : (folder?.name ?? t('all'))}>
          {folders.problem === null || templates.problem !== null ? null : (
            <ListProblem problem={folders.problem} onRetry={folders.reload} />
          )}
          {isTrash ? (
            <TrashView onChanged={folders.reload} />
          ) : (
            <TemplateBrowser
              templates={templates}
              actions={actions}
              selection={selection}
              look={look}
              query={query}
              onQuery={setQuery}
              folder={folder}
              folders={list}
              onNew={newLabel.start}
            />
          )}
        </section>
      </div>
      {newLabel.dialog}
      {openFile.picker}
      {actions.dialogs}
    </Page>
  );
}

function parseIds(data: string): string[] {
  try {
    const ids: unknown = JSON.parse(data);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
