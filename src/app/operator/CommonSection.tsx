import { useDeferredValue, useState, type ReactElement } from 'react';
import { App, Button, Modal, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { COMMON_STATES, type CommonState, type CommonTemplate } from '#protocol/api.ts';
import { TemplatePicture } from '#app/library/templates/TemplatePicture.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { SearchField } from '#app/ui/SearchField.tsx';
import { useServices } from '#app/state/services.tsx';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PAGE_SIZE, PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';
import '#app/ui/list.css';

/** Templates submitted to the common library, for review. */
export function CommonSection(): ReactElement {
  const { t, i18n } = useTranslation(['operator', 'sharing', 'common', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const unit = useUnit();
  const [state, setState] = useState<CommonState>('pending');
  const [name, setName] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<CommonTemplate | null>(null);
  const [refusing, setRefusing] = useState(false);
  const entries = useAnswer('operatorCommonList', useDeferredValue({ name, state, page, size: PAGE_SIZE }));

  async function decide(id: string, approve: boolean, reason = ''): Promise<Problem | null> {
    const answer = await api.call('decideCommon', { id, approve, reason });
    entries.reload();
    if (!answer.ok) return answer.error;
    void message.success(t('done'));
    setRefusing(false);
    setOpened(null);
    return null;
  }

  async function approve(id: string): Promise<void> {
    const wrong = await decide(id, true);
    if (wrong !== null) void message.error(problemText(t, wrong));
  }

  return (
    <>
      <div className="operator-tools">
        <Segmented<CommonState>
          aria-label={t('users.state')}
          value={state}
          options={COMMON_STATES.map((value) => ({ value, label: t(`sharing:state.${value}`) }))}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
        />
        <SearchField
          label={t('common.search')}
          value={name}
          onChange={(words) => {
            setName(words);
            setPage(1);
          }}
        />
      </div>
      <PagedTable
        label={t('section.common')}
        answer={entries}
        page={page}
        onPage={setPage}
        rowKey={(entry) => entry.id}
        columns={[
          {
            title: t('common.name'),
            render: (_, entry) => (
              <Button type="link" className="operator-link" onClick={() => setOpened(entry)}>
                {entry.name}
              </Button>
            ),
          },
          { title: t('sharing:category'), render: (_, entry) => t(`sharing:categories.${entry.category}`) },
          {
            title: t('sharing:size'),
            render: (_, entry) => (entry.width === 0 ? '' : formatSize(entry.width, entry.height, unit, i18n.language)),
          },
          { title: t('sharing:from'), dataIndex: 'nickname' },
          { title: t('sharing:used'), dataIndex: 'use_num', align: 'right', className: 'operator-number' },
          { title: t('common.handedIn'), render: (_, entry) => showTime(entry.created, i18n.language) },
        ]}
      />
      {opened === null ? null : (
        <Modal
          open
          centered
          width={760}
          title={opened.name}
          onCancel={() => setOpened(null)}
          footer={
            opened.state === 'refused' ? null : (
              <>
                <Button danger onClick={() => setRefusing(true)}>
                  {t(opened.state === 'approved' ? 'common.takeOut' : 'common.refuse')}
                </Button>
                {opened.state === 'approved' ? null : (
                  <Button type="primary" onClick={() => void approve(opened.id)}>
                    {t('common.approve')}
                  </Button>
                )}
              </>
            )
          }
        >
          {opened.file === '' ? null : (
            <div className="operator-picture">
              <TemplatePicture template={opened} />
            </div>
          )}
          <p>{opened.description}</p>
          {opened.reason === '' ? null : <p>{t('sharing:reason', { reason: opened.reason })}</p>}
          {opened.width === 0 ? null : <p>{formatSize(opened.width, opened.height, unit, i18n.language)}</p>}
        </Modal>
      )}
      {refusing && opened !== null ? (
        <ConfirmAction
          title={t('common.refuse')}
          text={t('common.refuseText', { name: opened.name })}
          typed={t('common.reason')}
          isLong
          isDanger
          onClose={() => setRefusing(false)}
          onConfirm={(reason) => decide(opened.id, false, reason)}
        />
      ) : null}
    </>
  );
}
