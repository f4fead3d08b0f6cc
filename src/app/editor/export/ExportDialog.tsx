import { Alert, Button, Modal, Progress, Radio, Select } from 'antd';
import { useMemo, useState, useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '#model/template/template.ts';
import { templateIn } from '#model/template/translated-template.ts';
import { rowNumber } from '#model/data/row-numbering.ts';
import { boundTables } from '#model/data/tables.ts';
import type { ExportFormat } from '#protocol/export.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import { LanguageField } from '#app/print/LanguageField.tsx';
import { RESOLUTIONS } from '#app/print/print-settings.ts';
import { useRecordSource } from '#app/print/use-record-source.ts';
import { downloadFile } from '#app/ui/download-file.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { fileOf, isLanguage, kindName, type ExportKind } from './export-kind.ts';
import type { ExportedFile } from './export-labels.ts';
import { useExport } from './use-export.ts';
import './export.css';

const HINTS = {
  'pdf-vector': 'hint.pdfVector',
  pdf: 'hint.pdfExact',
  svg: 'hint.svg',
  png: 'hint.png',
} as const satisfies Record<ExportFormat, string>;

export interface ExportDialogProps {
  readonly format: ExportKind;
  readonly template: Template;
  /** The template's id on the server; null if it was never saved there. */
  readonly templateId: string | null;
  readonly onClose: () => void;
}

/** Asks for the rows and the resolution, then creates and downloads the file. */
export function ExportDialog({ format, template: original, templateId, onClose }: ExportDialogProps): JSX.Element {
  const { t, i18n } = useTranslation(['export', 'common', 'problems']);
  const { data, printer } = useEditorSession();
  const shown = useSyncExternalStore(data.state.subscribe, data.state.get);
  const [language, setLanguage] = useState(shown.language);
  const template = useMemo(() => templateIn(original, language), [original, language]);
  const { source, again } = useRecordSource(template);
  const { stage, start, cancel } = useExport();
  const [scope, setScope] = useState<'row' | 'all'>('row');
  const [dpi, setDpi] = useState(() => (isLanguage(format) ? printer.state.get()?.dpi : undefined) ?? DEFAULT_DPI);
  const running = stage.type === 'running';
  const total = source?.ok === true ? source.value.count : 0;
  const bound = boundTables(template).length > 0;
  const offersAll = bound && fileOf(format).pages === 'one';
  const number = numberFormat(i18n.language);

  function run(): void {
    if (source?.ok !== true) return;
    const row = offersAll && scope === 'all' ? null : Math.min(shown.row, Math.max(0, total - 1));
    start({ template, templateId, records: source.value, row, format, dpi }, save);
  }
  function save({ pieces }: ExportedFile): void {
    const { extension, mediaType } = fileOf(format);
    downloadFile(pieces, mediaType, `${template.label.name}.${extension}`);
  }
  function close(): void {
    cancel();
    onClose();
  }

  return (
    <Modal
      open
      centered
      title={kindName(t, format)}
      mask={{ closable: !running }}
      keyboard={!running}
      onCancel={close}
      footer={
        // The two buttons never change places, so that a second press of Export can't hit Cancel.
        <>
          <Button
            className="ed-export-button"
            {...(running ? { 'data-testid': 'export-cancel' } : {})}
            onClick={running ? cancel : close}
          >
            {t(running ? 'common:action.cancel' : 'common:action.close')}
          </Button>
          <Button
            className="ed-export-button"
            type="primary"
            data-testid="export-start"
            disabled={running || total === 0}
            onClick={run}
          >
            {t('action.export')}
          </Button>
        </>
      }
    >
      <div className="ed-export">
        <p className="ed-export-hint">{t(isLanguage(format) ? 'hint.language' : HINTS[format])}</p>
        {offersAll ? (
          <Radio.Group
            value={scope}
            disabled={running}
            aria-label={t('rows.label')}
            onChange={(event) => setScope(event.target.value as 'row' | 'all')}
            options={[
              { value: 'row', label: t('rows.current', { row: number.format(rowNumber(shown.numbering, shown.row)) }) },
              { value: 'all', label: t('rows.all', { count: total, number: number.format(total) }) },
            ]}
          />
        ) : null}
        <LanguageField template={original} language={language} disabled={running} onChange={setLanguage} />
        <label className="ed-export-dpi">
          <span>{t('resolution.label')}</span>
          <Select
            value={dpi}
            disabled={running}
            onChange={setDpi}
            options={[...new Set([...RESOLUTIONS, dpi])].map((value) => ({
              value,
              label: t('resolution.dpi', { dpi: value }),
            }))}
          />
        </label>
        <div className="ed-export-outcome">
          {source?.ok === false ? (
            <Alert
              type="warning"
              showIcon
              title={problemText(t, source.error)}
              action={<Button onClick={again}>{t('common:action.retry')}</Button>}
            />
          ) : null}
          {running ? (
            <Progress
              aria-label={t('progress')}
              percent={stage.total === 0 ? 0 : Math.floor((100 * stage.done) / stage.total)}
            />
          ) : null}
          {stage.type === 'failed' ? <Alert type="error" showIcon title={problemText(t, stage.problem)} /> : null}
          {stage.type === 'over' ? <ExportOutcome file={stage.file} /> : null}
        </div>
      </div>
    </Modal>
  );
}

/** The most reasons that are shown. */
const SHOWN_REASONS = 20;

/** Reports the number of labels in the file, and the missing rows with their reasons. */
function ExportOutcome({ file }: { readonly file: ExportedFile }): JSX.Element {
  const { t, i18n } = useTranslation(['export', 'problems']);
  const number = numberFormat(i18n.language);
  const { exported, refused } = file;
  const said = t('over.exported', { count: exported, number: number.format(exported) });
  if (refused.length === 0) return <Alert type="success" showIcon title={said} data-testid="export-over" />;
  const reasons = refused.flatMap(({ row, problems }) =>
    problems.map(({ elementName, problem }) => {
      const reason = [elementName, problemText(t, problem)].filter((part) => part !== '').join(': ');
      return row > 0 ? t('over.reason', { row: number.format(row), reason }) : reason;
    }),
  );
  return (
    <Alert
      type="warning"
      showIcon
      data-testid="export-over"
      title={`${exported === 0 ? '' : `${said} `}${t('over.refused', { count: refused.length, number: number.format(refused.length) })}`}
      description={
        <ul className="ed-export-reasons">
          {reasons.slice(0, SHOWN_REASONS).map((reason, i) => (
            <li key={`${i} ${reason}`}>{reason}</li>
          ))}
          {reasons.length > SHOWN_REASONS ? <li>…</li> : null}
        </ul>
      }
    />
  );
}
