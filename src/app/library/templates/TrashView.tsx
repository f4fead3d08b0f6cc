import { useState, type ReactElement } from 'react';
import { DeleteOutlined, UndoOutlined } from '@ant-design/icons';
import { App, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { TRASH_DAYS, type TrashedTemplate, type TrashList } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { listKeys } from './list-keys.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { PAGE_SIZE } from './TemplateBrowser.tsx';
import { TrashTable } from './TrashTable.tsx';
import { useSelection } from './use-selection.ts';

const NOTHING: TrashList = { list: [], count: 0, bytes: 0 };

/**
 * Templates deleted within the last 30 days, to restore or to delete permanently. Calls `onChanged` when the folders have
 * changed.
 */
export function TrashView({ onChanged }: { readonly onChanged: () => void }): ReactElement {
  const { t, i18n } = useTranslation(['templates', 'common', 'problems']);
  const { message, modal } = App.useApp();
  const { api } = useServices();
  const [page, setPage] = useState(1);
  const { answer, problem, askedAt, reload } = useAnswer('trashList', { page, size: PAGE_SIZE });
  const trash = answer ?? NOTHING;
  const isLoading = answer === null && problem === null;
  const selection = useSelection(trash.list);
  const { chosen } = selection;
  const lastPage = Math.max(1, Math.ceil(trash.count / PAGE_SIZE));
  if (!isLoading && page > lastPage) setPage(lastPage);

  function changed(failed: Problem | null): void {
    const notice = failed === null ? null : noticeText(t, failed);
    if (notice !== null) void message.error(notice);
    reload();
    onChanged();
  }
  async function restore(some: readonly TrashedTemplate[]): Promise<void> {
    const back = await api.call('restoreTemplates', { ids: some.map(({ id }) => id) });
    if (back.ok) void message.success(t('restored', { count: back.value.count }));
    changed(back.ok ? null : back.error);
  }
  function askDelete(some: readonly TrashedTemplate[]): void {
    if (some.length === 0) return;
    modal.confirm({
      title:
        some.length === 1 ? t('deleteTitleNamed', { name: some[0]?.name }) : t('deleteTitle', { count: some.length }),
      content: t('deleteText'),
      centered: true,
      okText: t('deleteForGood'),
      cancelText: t('common:action.cancel'),
      ...DESTRUCTIVE,
      onOk: async () => {
        const deleted = await api.call('delTrash', { ids: some.map(({ id }) => id) });
        changed(deleted.ok ? null : deleted.error);
      },
    });
  }
  function askEmpty(): void {
    modal.confirm({
      title: t('emptyTitle'),
      content: t('emptyText', { count: trash.count }),
      centered: true,
      okText: t('empty'),
      cancelText: t('common:action.cancel'),
      ...DESTRUCTIVE,
      onOk: async () => {
        const deleted = await api.call('emptyTrash', {});
        changed(deleted.ok ? null : deleted.error);
      },
    });
  }

  return (
    <>
      <p className="trash-hint">{t('trashHint', { count: TRASH_DAYS })}</p>
      <div className="template-line-bar">
        {chosen.length > 0 ? (
          <SelectionBar count={chosen.length} onClear={selection.clear}>
            <Button size="small" icon={<UndoOutlined aria-hidden />} onClick={() => void restore(chosen)}>
              {t('restore')}
            </Button>
            <Button size="small" danger icon={<DeleteOutlined aria-hidden />} onClick={() => askDelete(chosen)}>
              {t('deleteForGood')}
            </Button>
          </SelectionBar>
        ) : (
          <>
            <span className="home-count" role="status">
              {isLoading ? '' : t('trashCount', { count: trash.count, size: formatBytes(trash.bytes, i18n.language) })}
            </span>
            <Button
              size="small"
              danger
              disabled={trash.count === 0}
              icon={<DeleteOutlined aria-hidden />}
              onClick={askEmpty}
            >
              {t('empty')}
            </Button>
          </>
        )}
      </div>
      {problem === null ? null : <ListProblem problem={problem} onRetry={reload} />}
      {isLoading ? (
        <Skeleton active />
      ) : problem === null && trash.count === 0 ? (
        <div className="home-empty">
          <p>{t('trashEmpty')}</p>
        </div>
      ) : (
        <div
          className="template-browser"
          tabIndex={-1}
          onKeyDown={(event) =>
            listKeys(event, {
              onAll: selection.chooseAll,
              onClear: selection.clear,
              onDelete: (at) => askDelete(chosen.length > 0 || at === null ? chosen : trash.list.slice(at, at + 1)),
              onRename: () => undefined,
            })
          }
        >
          <TrashTable
            list={trash.list}
            now={askedAt}
            selection={selection}
            onRestore={(template) => void restore([template])}
            onDelete={(template) => askDelete([template])}
          />
        </div>
      )}
      <ListPages page={page} pageSize={PAGE_SIZE} total={trash.count} onChange={setPage} />
    </>
  );
}
