import { useDeferredValue, useState } from 'react';
import type { ReactElement } from 'react';
import { FolderOpenOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { TEMPLATE_ORDERS, type TemplateOrder } from '#protocol/api.ts';
import { ListPages } from './ListPages.tsx';
import { ListProblem } from './ListProblem.tsx';
import { TemplateGrid } from './TemplateGrid.tsx';
import { useNewLabel } from './use-new-label.tsx';
import { useOpenFile } from './use-open-file.tsx';
import { useTemplateActions } from './use-template-actions.tsx';
import { useTemplateList } from './use-template-list.ts';
import './home.css';

const PAGE_SIZE = 24;

/** All templates of the user: search, order, pages, and what can be done with each. */
export function CloudTemplateScreen(): ReactElement {
  const { t } = useTranslation('home');
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<TemplateOrder>('changed');
  const [page, setPage] = useState(1);
  const name = useDeferredValue(search.trim());
  const templates = useTemplateList({ page, size: PAGE_SIZE, order, ...(name === '' ? {} : { name }) });
  const actions = useTemplateActions(templates.reload);
  const newLabel = useNewLabel();
  const openFile = useOpenFile();
  const lastPage = Math.max(1, Math.ceil(templates.count / PAGE_SIZE));
  // The only template of the last page was deleted, so that page no longer exists.
  if (!templates.loading && page > lastPage) setPage(lastPage);
  const empty = !templates.loading && templates.problem === null && templates.count === 0;

  return (
    <div className="home">
      <div className="home-heading home-heading-page">
        <h1>{t('myTemplates')}</h1>
        <div className="home-tools">
          <Button icon={<FolderOpenOutlined />} onClick={openFile.choose}>
            {t('openFile')}
          </Button>
          <Button type="primary" icon={<PlusOutlined />} onClick={newLabel.start}>
            {t('newLabel')}
          </Button>
        </div>
      </div>
      <div className="home-filter">
        <Input
          allowClear
          className="home-search"
          prefix={<SearchOutlined />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
        <Select<TemplateOrder>
          className="home-order"
          value={order}
          aria-label={t('order.label')}
          options={TEMPLATE_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
          onChange={(value) => {
            setOrder(value);
            setPage(1);
          }}
        />
        {templates.loading ? null : <span className="home-count">{t('count', { count: templates.count })}</span>}
      </div>
      {templates.problem === null ? null : <ListProblem problem={templates.problem} onRetry={templates.reload} />}
      {empty ? (
        <div className="home-empty">
          <p>{name === '' ? t('emptyAll') : t('emptySearch', { name })}</p>
          {name === '' ? (
            <Button type="primary" size="large" icon={<PlusOutlined />} onClick={newLabel.start}>
              {t('newLabel')}
            </Button>
          ) : null}
        </div>
      ) : (
        <TemplateGrid templates={templates} actions={actions} />
      )}
      <ListPages page={page} pageSize={PAGE_SIZE} total={templates.count} onChange={setPage} />
      {newLabel.dialog}
      {openFile.picker}
      {actions.dialogs}
    </div>
  );
}
