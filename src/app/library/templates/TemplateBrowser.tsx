import { useDeferredValue, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import {
  AppstoreOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  FolderOutlined,
  PlusOutlined,
  SwapOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { TEMPLATE_ORDERS, type ListedFolder, type TemplateInfo, type TemplateOrder } from '#protocol/api.ts';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { TemplateGrid } from '#app/library/templates/TemplateGrid.tsx';
import type { TemplateActions } from '#app/library/templates/use-template-actions.tsx';
import type { TemplateListState } from '#app/library/templates/use-template-list.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import { listKeys } from './list-keys.ts';
import type { ListLook, ListView } from './list-look.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TemplateTable } from './TemplateTable.tsx';
import type { ListSelection } from './use-selection.ts';

export const PAGE_SIZE = 24;

/** The query for templates, without their folder. */
export interface BrowserQuery {
  readonly search: string;
  readonly page: number;
}

interface TemplateBrowserProps {
  readonly templates: TemplateListState;
  readonly actions: TemplateActions;
  readonly selection: ListSelection<TemplateInfo>;
  readonly look: ListLook;
  readonly query: BrowserQuery;
  readonly onQuery: (query: BrowserQuery) => void;
  /** The current folder; null for all. */
  readonly folder: ListedFolder | null;
  readonly folders: readonly ListedFolder[];
  readonly onNew: () => void;
}

/** A list of templates with its search, order, selection, and pages. */
export function TemplateBrowser(props: TemplateBrowserProps): ReactElement {
  const { templates, actions, selection, look, query, onQuery, folder } = props;
  const { t } = useTranslation(['templates', 'home', 'common']);
  const list = useRef<HTMLDivElement>(null);
  const { chosen } = selection;
  const isEmpty = !templates.loading && !templates.stale && templates.problem === null && templates.count === 0;

  function remove(some: readonly TemplateInfo[]): void {
    if (some.length === 0) return;
    actions.remove(some);
    selection.clear();
    // The next item gets the focus of a removed one; other controls with the focus are removed with the selection.
    if (list.current?.contains(document.activeElement) === false) list.current.focus();
  }

  function replaceInAll(): void {
    const name = query.search.trim();
    const only = { ...(folder === null ? {} : { parent_id: folder.id }), ...(name === '' ? {} : { name }) };
    actions.replace({ type: 'all', query: only, count: templates.count });
  }

  return (
    <>
      <div className="home-filter">
        <SearchField
          className="home-search"
          label={t('home:search')}
          value={query.search}
          onChange={(words) => onQuery({ search: words, page: 1 })}
        />
        <Select<TemplateOrder>
          className="home-order"
          value={look.order}
          aria-label={t('home:order.label')}
          options={TEMPLATE_ORDERS.map((value) => ({ value, label: t(`home:order.${value}`) }))}
          onChange={(order) => {
            look.setOrder(order);
            onQuery({ ...query, page: 1 });
          }}
        />
        <Segmented<ListView>
          value={look.view}
          aria-label={t('view')}
          options={[
            { value: 'grid', icon: <AppstoreOutlined aria-label={t('viewGrid')} />, title: t('viewGrid') },
            { value: 'list', icon: <UnorderedListOutlined aria-label={t('viewList')} />, title: t('viewList') },
          ]}
          onChange={look.setView}
        />
      </div>
      <div className="template-line-bar">
        {chosen.length > 0 ? (
          <SelectionBar count={chosen.length} onClear={selection.clear}>
            <Button size="small" icon={<FolderOutlined aria-hidden />} onClick={() => actions.move(chosen)}>
              {t('moveTo')}
            </Button>
            <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => actions.duplicate(chosen)}>
              {t('common:action.duplicate')}
            </Button>
            <Button
              size="small"
              icon={<SwapOutlined aria-hidden />}
              onClick={() => actions.replace({ type: 'chosen', labels: chosen })}
            >
              {t('replace')}
            </Button>
            <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={() => actions.download(chosen)}>
              {t('download')}
            </Button>
            <Button size="small" danger icon={<DeleteOutlined aria-hidden />} onClick={() => remove(chosen)}>
              {t('common:action.delete')}
            </Button>
          </SelectionBar>
        ) : templates.loading ? null : (
          <>
            <span className="home-count" role="status">
              {t('home:count', { count: templates.count })}
            </span>
            {templates.count === 0 ? null : (
              <Button size="small" type="text" icon={<SwapOutlined aria-hidden />} onClick={replaceInAll}>
                {t('replace')}
              </Button>
            )}
          </>
        )}
      </div>
      {templates.problem === null ? null : <ListProblem problem={templates.problem} onRetry={templates.reload} />}
      {isEmpty ? (
        <Empty search={query.search.trim()} folder={folder} onNew={props.onNew} />
      ) : (
        <div
          ref={list}
          tabIndex={-1}
          className="template-browser"
          data-choosing={chosen.length > 0}
          data-stale={templates.stale}
          onKeyDown={(event) =>
            listKeys(event, {
              onAll: selection.chooseAll,
              onClear: selection.clear,
              onDelete: (at) => remove(chosen.length > 0 || at === null ? chosen : templates.list.slice(at, at + 1)),
              onRename: (at) => {
                const template = templates.list[at];
                if (template !== undefined) actions.rename(template);
              },
            })
          }
        >
          {look.view === 'grid' || templates.loading ? (
            <TemplateGrid templates={templates} actions={actions} choosing={selection.choosing} />
          ) : (
            <TemplateTable
              templates={templates}
              actions={actions}
              selection={selection}
              folders={folder === null ? props.folders : null}
            />
          )}
        </div>
      )}
      <ListPages
        page={query.page}
        pageSize={PAGE_SIZE}
        total={templates.count}
        onChange={(page) => onQuery({ ...query, page })}
      />
    </>
  );
}

function Empty(props: {
  readonly search: string;
  readonly folder: ListedFolder | null;
  readonly onNew: () => void;
}): ReactElement {
  const { t } = useTranslation(['templates', 'home']);
  if (props.search !== '') {
    return (
      <div className="home-empty">
        <p>{t('home:emptySearch', { name: props.search })}</p>
      </div>
    );
  }
  return (
    <div className="home-empty">
      <p>{props.folder === null ? t('home:emptyAll') : t('emptyFolder')}</p>
      <Button type="primary" size="large" icon={<PlusOutlined aria-hidden />} onClick={props.onNew}>
        {t('home:newLabel')}
      </Button>
    </div>
  );
}

/** The query of the list, and the search text after a pause in typing. */
export function useBrowserQuery(): {
  readonly query: BrowserQuery;
  readonly setQuery: (query: BrowserQuery) => void;
  readonly name: string;
} {
  const [query, setQuery] = useState<BrowserQuery>({ search: '', page: 1 });
  return { query, setQuery, name: useDeferredValue(query.search.trim()) };
}
