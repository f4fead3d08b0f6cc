import { useEffect, useState, type ReactElement } from 'react';
import { Alert, Button, Modal, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import {
  MOST_REFUSED_LABELS,
  SERVER_RUN_PAGES_PATH,
  SERVER_RUN_REPORT_PATH,
  type ServerRun,
  type ServerRunReport,
} from '#protocol/api.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { Figures } from './ServerRunItem.tsx';

interface ServerRunReportDialogProps {
  readonly run: ServerRun;
  onClose(): void;
}

/** The result of a run of the server: its figures, rejected labels, and files to download. */
export function ServerRunReportDialog({ run: { id, name }, onClose }: ServerRunReportDialogProps): ReactElement {
  const { t } = useTranslation(['runs', 'common', 'problems']);
  const { api } = useServices();
  const [report, setReport] = useState<ServerRunReport | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void api.call('serverRunReport', { id }, { signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (answer.ok) setReport(answer.value);
      else setProblem(answer.error);
    });
    return () => leaving.abort();
  }, [api, id]);
  return (
    <Modal
      open
      centered
      title={name}
      width="min(1280px, calc(100vw - 64px))"
      onCancel={onClose}
      footer={
        report === null ? null : (
          <div className="run-report-files">
            {report.has_pages ? (
              <Button type="primary" href={SERVER_RUN_PAGES_PATH.replace(':id', id)} download>
                {t('server.download')}
              </Button>
            ) : null}
            <Button href={SERVER_RUN_REPORT_PATH.replace(':id', id)} download>
              {t('server.table')}
            </Button>
          </div>
        )
      }
    >
      {problem === null ? null : <Alert type="error" showIcon title={placeText(t, problem)} />}
      {report === null && problem === null ? <Skeleton active title={false} aria-busy /> : null}
      {report === null ? null : (
        <div className="run-report" data-testid="server-run-report">
          <p>{t(`server.state.${report.run.state}`)}</p>
          {report.run.problem === '' ? null : <p className="run-item-reason">{report.run.problem}</p>}
          <Figures run={report.run} />
          {report.labels.length === 0 ? null : (
            <>
              <h3>{t('server.refusedLabels')}</h3>
              <Table
                size="small"
                rowKey={({ row, field, detail }) => `${row} ${field} ${detail}`}
                dataSource={[...report.labels]}
                pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
                columns={[
                  { title: t('server.row'), dataIndex: 'row', width: 80 },
                  { title: t('server.element'), dataIndex: 'field', width: 140 },
                  { title: t('server.why'), dataIndex: 'detail' },
                ]}
              />
              {report.labels.length >= MOST_REFUSED_LABELS ? (
                <p className="run-item-hint">{t('server.moreInTable')}</p>
              ) : null}
            </>
          )}
        </div>
      )}
    </Modal>
  );
}
