import type { ReactElement } from 'react';
import { Alert, Button, Modal, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { MOST_REFUSED_LABELS, SERVER_RUN_PAGES_PATH, SERVER_RUN_REPORT_PATH, type ServerRun } from '#protocol/api.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { Figures } from './ServerRunItem.tsx';

interface ServerRunReportDialogProps {
  readonly run: ServerRun;
  onClose(): void;
}

/** The result of a run of the server: its figures, rejected labels, and files to download. */
export function ServerRunReportDialog({ run: { id, name }, onClose }: ServerRunReportDialogProps): ReactElement {
  const { t } = useTranslation(['runs', 'common', 'problems']);
  const { answer: report, problem, isLoading } = useAnswer('serverRunReport', { id });
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
      {isLoading ? <Skeleton active title={false} aria-busy /> : null}
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
