import { useState, type ReactElement } from 'react';
import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CodeBatch } from '#protocol/api.ts';
import { downloadFile } from '#app/ui/download-file.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { ConfirmAction } from './ConfirmAction.tsx';
import { PAGE_SIZE, PagedTable } from './PagedTable.tsx';
import { showTime } from './show-time.ts';
import { MakeCodesDialog } from './MakeCodesDialog.tsx';

/** The batches of redemption codes: create, export and revoke. */
export function CodesSection(): ReactElement {
  const { t, i18n } = useTranslation(['operator', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const [page, setPage] = useState(1);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<CodeBatch | null>(null);
  const batches = useAnswer('operatorBatchList', { page, size: PAGE_SIZE });

  async function exportCsv(batch: string): Promise<void> {
    const answer = await api.call('operatorCodeCsv', { batch }, { loading: true });
    if (answer.ok) downloadFile([new TextEncoder().encode(answer.value.csv)], 'text/csv', answer.value.name);
    else void message.error(problemText(t, answer.error));
  }

  return (
    <>
      <div className="operator-tools">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
          {t('codes.make')}
        </Button>
      </div>
      <PagedTable
        label={t('section.codes')}
        answer={batches}
        page={page}
        onPage={setPage}
        rowKey={(batch) => batch.id}
        columns={[
          { title: t('codes.name'), dataIndex: 'name' },
          {
            title: t('codes.gives'),
            render: (_, batch) =>
              batch.kind === 'space'
                ? `${formatBytes(batch.bytes, i18n.language)} · ${t('dayCount', { count: batch.days })}`
                : `${t('kind.member')} · ${t('dayCount', { count: batch.days })}`,
          },
          { title: t('codes.count'), dataIndex: 'count', align: 'right', className: 'operator-number' },
          { title: t('codes.redeemed'), dataIndex: 'redeemed', align: 'right', className: 'operator-number' },
          { title: t('codes.revoked'), dataIndex: 'revoked', align: 'right', className: 'operator-number' },
          { title: t('codes.created'), render: (_, batch) => showTime(batch.created, i18n.language) },
          { title: t('codes.expires'), render: (_, batch) => showTime(batch.expires, i18n.language) },
          {
            title: t('actions'),
            render: (_, batch) => (
              <div className="operator-actions">
                <Button size="small" onClick={() => void exportCsv(batch.id)}>
                  {t('audit.export')}
                </Button>
                <Button size="small" danger onClick={() => setRevoking(batch)}>
                  {t('codes.revoke')}
                </Button>
              </div>
            ),
          },
        ]}
      />
      {making ? (
        <MakeCodesDialog
          onClose={() => setMaking(false)}
          onMade={() => {
            setMaking(false);
            void message.success(t('done'));
            batches.reload();
          }}
        />
      ) : null}
      {revoking === null ? null : (
        <ConfirmAction
          title={t('codes.revoke')}
          text={t('codes.revokeText', { name: revoking.name })}
          isDanger
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            const answer = await api.call('operatorRevokeCodes', { batch: revoking.id });
            batches.reload();
            if (!answer.ok) return answer.error;
            setRevoking(null);
            return null;
          }}
        />
      )}
    </>
  );
}
