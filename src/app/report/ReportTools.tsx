import { useState } from 'react';
import type { ReactElement } from 'react';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PrintReport } from '#printing/report.ts';
import { useServices } from '#app/state/services.tsx';
import { reportAsCsv, reportAsPdf } from './save-report.ts';

/** Gives the report to the user as a file. */
export function ReportTools({ report }: { readonly report: PrintReport }): ReactElement {
  const { t, i18n } = useTranslation(['print', 'problems']);
  const services = useServices();
  const [saving, setSaving] = useState<'csv' | 'pdf' | null>(null);
  const [failed, setFailed] = useState(false);

  async function save(as: 'csv' | 'pdf'): Promise<void> {
    setSaving(as);
    const file = await (
      as === 'csv' ? reportAsCsv(services, report, t) : reportAsPdf(services, report, t, i18n.language)
    ).catch(() => null);
    setSaving(null);
    setFailed(file === null);
    if (file !== null) give(file, `${report.jobName.replaceAll(/[\\/:*?"<>|]/g, '_')}-${report.jobId}.${as}`);
  }

  return (
    <>
      <div className="print-report-tools">
        {(['csv', 'pdf'] as const).map((as) => (
          <Button
            key={as}
            icon={<DownloadOutlined aria-hidden />}
            loading={saving === as}
            disabled={saving !== null}
            onClick={() => void save(as)}
          >
            {t(as === 'csv' ? 'report.save' : 'report.savePdf')}
          </Button>
        ))}
      </div>
      {failed ? <Alert type="error" showIcon title={t('report.saveFailed')} /> : null}
      {report.readingsComplete ? null : <Alert type="warning" showIcon title={t('report.incomplete')} />}
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
