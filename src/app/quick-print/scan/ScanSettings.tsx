import { useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Template } from '#model/template/template.ts';
import { CopiesInput } from '#app/print/CopiesInput.tsx';
import { LanguageField } from '#app/print/LanguageField.tsx';
import { PrinterField } from '#app/print/PrinterField.tsx';
import { Field } from '#app/print/Field.tsx';
import type { ScanPrint } from './use-scan-print.ts';
import '#app/print/print-dialog.css';

export interface ScanSettingsProps {
  readonly scan: ScanPrint;
  readonly template: Template;
  /** Called after a choice: moves the focus out of its field before the next key. */
  readonly onDone: () => void;
  /** The field of the pictures of rows; null for a label without any. */
  readonly pictures: ReactNode;
}

/** The settings of all scans: printer, key column, copies. */
export function ScanSettings({ scan, template, onDone, pictures }: ScanSettingsProps): ReactElement {
  const { t } = useTranslation(['ways', 'print']);
  const columnId = useId();
  const copiesId = useId();
  const { choices, change, columns } = scan;
  return (
    <aside className="card card-padded scan-settings">
      <PrinterField
        printers={scan.printers}
        printer={choices.printer}
        disabled={false}
        onChange={(printer) => {
          change({ ...choices, printer });
          onDone();
        }}
      />
      <Field label={t('ways:scan.column')} htmlFor={columnId} hint={t('ways:scan.columnHint')}>
        <Select<string>
          id={columnId}
          value={choices.column === '' ? null : choices.column}
          disabled={columns.length === 0}
          options={columns.map((column) => ({ value: column, label: column }))}
          onChange={(column) => change({ ...choices, column })}
          onSelect={onDone}
        />
      </Field>
      <Field label={t('print:copies.label')} htmlFor={copiesId}>
        <div onKeyUp={({ key }) => key === 'Enter' && onDone()}>
          <CopiesInput id={copiesId} copies={choices.copies} onChange={(copies) => change({ ...choices, copies })} />
        </div>
      </Field>
      {pictures}
      <LanguageField
        template={template}
        language={choices.language}
        disabled={false}
        onChange={(language) => {
          change({ ...choices, language });
          onDone();
        }}
      />
      <Checkbox
        checked={choices.printsAgain}
        onChange={(event) => change({ ...choices, printsAgain: event.target.checked })}
      >
        {t('ways:scan.printsAgain')}
      </Checkbox>
    </aside>
  );
}
