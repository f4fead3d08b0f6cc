import { useState, type ReactElement } from 'react';
import { App, Button, Popconfirm, Table, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import '#app/library/templates/sharing.css';

const PAGE_SIZE = 20;
const STATE_COLORS = { pending: 'blue', approved: 'green', refused: 'red' } as const;

/** What the user shares: valid links, and submissions to the common library. */
export function OwnSharing(): ReactElement {
  const { t, i18n } = useTranslation(['sharing', 'common', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const [linkPage, setLinkPage] = useState(1);
  const [page, setPage] = useState(1);
  const links = useAnswer('templateShareList', { page: linkPage, size: PAGE_SIZE });
  const entries = useAnswer('ownCommonList', { page, size: PAGE_SIZE });
  const day = (iso: string): string => new Date(iso).toLocaleDateString(i18n.language);

  async function take(name: 'endTemplateShare' | 'withdrawCommon', id: string): Promise<void> {
    const answer = await api.call(name, { id });
    if (!answer.ok) void message.error(problemText(t, answer.error));
    (name === 'endTemplateShare' ? links : entries).reload();
  }

  return (
    <>
      <h2 className="sharing-heading">{t('links')}</h2>
      {links.problem === null ? null : <ListProblem problem={links.problem} onRetry={links.reload} />}
      <Table
        aria-label={t('links')}
        size="middle"
        pagination={false}
        scroll={{ x: 'max-content' }}
        loading={links.answer === null && links.problem === null}
        dataSource={[...(links.answer?.list ?? [])]}
        rowKey={({ id }) => id}
        locale={{ emptyText: t('noLinks') }}
        columns={[
          { title: t('template'), dataIndex: 'name' },
          { title: t('right'), render: (_, link) => t(`rights.${link.right}`) },
          { title: t('forWhom'), render: (_, link) => t(link.anyone ? 'anyone' : 'signedIn') },
          { title: t('holds'), render: (_, link) => (link.expires === '' ? t('endless') : day(link.expires)) },
          { title: t('opened'), dataIndex: 'opened', align: 'right' },
          { title: t('copies'), dataIndex: 'copied', align: 'right' },
          {
            title: t('common:actions'),
            render: (_, link) => (
              <Popconfirm
                title={t('endText')}
                okText={t('end')}
                cancelText={t('common:action.cancel')}
                onConfirm={() => take('endTemplateShare', link.id)}
              >
                <Button size="small" danger>
                  {t('end')}
                </Button>
              </Popconfirm>
            ),
          },
        ]}
      />
      <ListPages page={linkPage} pageSize={PAGE_SIZE} total={links.answer?.count ?? 0} onChange={setLinkPage} />
      <h2 className="sharing-heading">{t('handedIn')}</h2>
      {entries.problem === null ? null : <ListProblem problem={entries.problem} onRetry={entries.reload} />}
      <Table
        aria-label={t('handedIn')}
        size="middle"
        pagination={false}
        scroll={{ x: 'max-content' }}
        loading={entries.answer === null && entries.problem === null}
        dataSource={[...(entries.answer?.list ?? [])]}
        rowKey={({ id }) => id}
        locale={{ emptyText: t('noneHandedIn') }}
        columns={[
          { title: t('template'), dataIndex: 'name' },
          { title: t('category'), render: (_, entry) => t(`categories.${entry.category}`) },
          {
            title: t('stateTitle'),
            render: (_, entry) => (
              <>
                <Tag color={STATE_COLORS[entry.state]}>{t(`state.${entry.state}`)}</Tag>
                {entry.reason === '' ? null : t('reason', { reason: entry.reason })}
              </>
            ),
          },
          { title: t('used'), dataIndex: 'use_num', align: 'right' },
          {
            title: t('common:actions'),
            render: (_, entry) => (
              <Popconfirm
                title={t('withdrawText')}
                okText={t('withdraw')}
                cancelText={t('common:action.cancel')}
                onConfirm={() => take('withdrawCommon', entry.id)}
              >
                <Button size="small" danger>
                  {t('withdraw')}
                </Button>
              </Popconfirm>
            ),
          },
        ]}
      />
      <ListPages page={page} pageSize={PAGE_SIZE} total={entries.answer?.count ?? 0} onChange={setPage} />
    </>
  );
}
