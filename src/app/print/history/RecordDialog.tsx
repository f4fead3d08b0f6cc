import { useMemo, useState, type ReactElement } from 'react';
import { DeleteOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, App, Button, Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { PrintRecord, PrintRecordDetail } from '#protocol/api.ts';
import type { Reading } from '#protocol/printing.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { attributesOf } from '#app/state/template-attributes.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { refusedRows } from '#app/print/reprint/refused-rows.ts';
import { ReprintDialog } from '#app/print/reprint/ReprintDialog.tsx';
import { ReportView } from '#app/print/report/ReportView.tsx';
import { reportOfRecord } from '#app/print/runs/recorded-run.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useSetRepeatedRun } from '#app/state/repeated-run.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { RecordFacts } from './RecordFacts.tsx';

export interface RecordDialogProps {
  readonly record: PrintRecord;
  onClose(): void;
  onDeleted(): void;
}

/** One run: its template and settings, its report, and buttons to print it again or to delete it. */
export function RecordDialog({ record: { job_id: jobId, name }, onClose, onDeleted }: RecordDialogProps): ReactElement {
  const { answer: record, problem, isLoading, reload } = useAnswer('getPrintRecord', { job_id: jobId });
  return (
    <Modal
      open
      title={name}
      width="min(1280px, calc(100vw - 64px))"
      centered
      footer={record === null ? null : <Actions record={record} onClose={onClose} onDeleted={onDeleted} />}
      onCancel={onClose}
    >
      <div className="history-record">
        {problem === null ? null : <ListProblem problem={problem} onRetry={reload} />}
        {isLoading ? <Skeleton active /> : null}
        {record === null ? null : <Body record={record} onClose={onClose} />}
      </div>
    </Modal>
  );
}

function Body({ record, onClose }: { readonly record: PrintRecordDetail; onClose(): void }): ReactElement {
  const { t, i18n } = useTranslation(['history', 'print']);
  const { api } = useServices();
  const number = numberFormat(i18n.language);
  const [isAgain, setAgain] = useState(false);
  const { total, kept } = record.readings;
  const report = useMemo(
    () => (record.report === null ? null : reportOfRecord(record.report, record.readings)),
    [record],
  );
  return (
    <>
      {isAgain && report !== null ? (
        <ReprintDialog
          jobId={record.job_id}
          jobName={record.name}
          hasRows={record.data.length > 0}
          refused={refusedRows(report)}
          isOver
          isCanceled={report.outcome === 'cancelled'}
          onClose={() => setAgain(false)}
          onStarted={onClose}
          onOpened={onClose}
        />
      ) : null}
      <RecordFacts record={record} />
      {report === null ? (
        <Alert type="warning" showIcon title={t('notEnded')} />
      ) : (
        <ReportView
          report={report}
          onAgain={() => setAgain(true)}
          eachReadings={(_jobId, take) => eachReadingsOf(api, record, take)}
          {...(kept < total
            ? { incomplete: t('keptOf', { kept: number.format(kept), total: number.format(total) }) }
            : {})}
        />
      )}
    </>
  );
}

function Actions(props: { readonly record: PrintRecordDetail; onClose(): void; onDeleted(): void }): ReactElement {
  const { record, onClose, onDeleted } = props;
  const { template } = record;
  const { t } = useTranslation(['history', 'common', 'problems']);
  const { api } = useServices();
  const { message, modal } = App.useApp();
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();
  const setRepeated = useSetRepeatedRun();
  const [deleting, setDeleting] = useState(false);

  function printAgain(): void {
    if (template === null) return;
    setOpened(null);
    setRepeated(record);
    void navigate(editLabelPath(attributesOf(template), 'edit'));
  }
  async function remove(): Promise<void> {
    setDeleting(true);
    const answer = await api.call('deletePrintRecord', { job_id: record.job_id }, { loading: true });
    setDeleting(false);
    if (answer.ok) return onDeleted();
    const notice = noticeText(t, answer.error);
    if (notice !== null) void message.error(notice);
  }

  return (
    <div className="history-actions">
      <Button
        danger
        icon={<DeleteOutlined aria-hidden />}
        loading={deleting}
        onClick={() =>
          modal.confirm({
            title: t('delete.title'),
            content: t('delete.text'),
            centered: true,
            okText: t('common:action.delete'),
            cancelText: t('common:action.cancel'),
            ...DESTRUCTIVE,
            onOk: remove,
          })
        }
      >
        {t('common:action.delete')}
      </Button>
      <p>{template !== null ? '' : t(record.template_id === '' ? 'neverSaved' : 'templateGone')}</p>
      <Button onClick={onClose}>{t('common:action.close')}</Button>
      <Button type="primary" icon={<PrinterOutlined aria-hidden />} disabled={template === null} onClick={printAgain}>
        {t('again')}
      </Button>
    </div>
  );
}

/** Reads a record's readings from the server, part by part. False if one is missing. */
async function eachReadingsOf(
  api: ApiClient,
  { job_id: jobId, readings }: PrintRecordDetail,
  take: (readings: readonly Reading[]) => void,
): Promise<boolean> {
  for (const part of readings.parts) {
    const answer = await api.call('getPrintReadings', { job_id: jobId, part });
    if (!answer.ok) return false;
    take(answer.value.readings as readonly Reading[]);
  }
  return true;
}
