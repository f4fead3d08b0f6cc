import { useState, type ReactElement } from 'react';
import { DownloadOutlined, RedoOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PrintReport } from '#printing/report.ts';
import { useServices } from '#app/state/services.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import { remainingOf } from './outcome.ts';
import { reportAsCsv, reportAsJson, reportAsPdf, type EachReadings } from './save-report.ts';

const FILES = {
  csv: { label: 'report.save', make: reportAsCsv },
  pdf: { label: 'report.savePdf', make: reportAsPdf },
  json: { label: 'report.saveJson', make: reportAsJson },
} as const;
type FileKind = keyof typeof FILES;

export interface ReportToolsProps {
  readonly report: PrintReport;
  /** Reads the readings of the run's codes; defaults to this browser's journal. */
  readonly eachReadings?: EachReadings;
  /** The text about missing readings; by default that this browser could not save them. */
  readonly incomplete?: string;
  /** Reprints labels of the run; without it there is no button for that. */
  readonly onAgain?: () => void;
}

/** Downloads the report as a file. */
export function ReportTools({ report, eachReadings, incomplete, onAgain }: ReportToolsProps): ReactElement {
  const { t, i18n } = useTranslation(['print', 'problems']);
  const services = useServices();
  const [saving, setSaving] = useState<FileKind | null>(null);
  const [failed, setFailed] = useState(false);
  const remaining = remainingOf(report);

  async function save(as: FileKind): Promise<void> {
    setSaving(as);
    const source = { ...services, ...(eachReadings === undefined ? {} : { eachReadings }) };
    const file = await FILES[as].make(source, report, t, i18n.language).catch(() => null);
    setSaving(null);
    setFailed(file === null);
    if (file !== null) give(file, `${report.jobName.replaceAll(/[\\/:*?"<>|]/g, '_')}-${report.jobId}.${as}`);
  }

  return (
    <>
      <div className="print-report-tools">
        {(['csv', 'pdf', 'json'] as const).map((as) => (
          <Button
            key={as}
            icon={<DownloadOutlined aria-hidden />}
            loading={saving === as}
            disabled={saving !== null}
            onClick={() => void save(as)}
          >
            {t(FILES[as].label)}
          </Button>
        ))}
        {onAgain === undefined ? null : (
          <Button icon={<RedoOutlined aria-hidden />} onClick={onAgain}>
            {remaining === 0
              ? t('report.printAgain')
              : t('report.printRemaining', { number: numberFormat(i18n.language).format(remaining) })}
          </Button>
        )}
      </div>
      {failed ? <Alert type="error" showIcon title={t('report.saveFailed')} /> : null}
      {report.readingsComplete ? null : <Alert type="warning" showIcon title={incomplete ?? t('report.incomplete')} />}
    </>
  );
}

function give(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
