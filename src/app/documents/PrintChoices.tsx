import { useId, type JSX } from 'react';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { documentTemplate } from '#model/document/document-template.ts';
import { plannedSheets } from '#printing/plan.ts';
import { CopiesInput } from '#app/print/CopiesInput.tsx';
import { Field } from '#app/print/Field.tsx';
import { GradeField } from '#app/print/GradeField.tsx';
import { LabelNotices } from '#app/print/LabelNotices.tsx';
import { PrinterField } from '#app/print/PrinterField.tsx';
import { ResolutionField } from '#app/print/ResolutionField.tsx';
import { SheetField } from '#app/print/SheetField.tsx';
import { numberFormat } from '#app/state/language-formats.ts';
import type { ChosenPrint } from './use-chosen-print.ts';
import type { DocumentPrint } from './use-document-print.ts';

/** Printer, resolution, barcode grade, copies, and the place of the first label on its sheet. */
export function PrintChoices(props: { readonly print: DocumentPrint; readonly chosen: ChosenPrint }): JSX.Element {
  const { print, chosen } = props;
  const { t, i18n } = useTranslation(['print', 'documents']);
  const copiesId = useId();
  const { label } = documentTemplate(print.plan, print.jobName);
  const isSheet = label.rows * label.columns > 1;
  const number = numberFormat(i18n.language);
  const labels = print.labels.length * (chosen.copies ?? 1);
  const pages = plannedSheets({
    totalLabels: labels,
    copies: 1,
    sheetCells: label.rows * label.columns,
    firstCell: chosen.firstCell,
  });
  return (
    <>
      <PrinterField
        printers={print.printers}
        printer={print.printer?.name ?? ''}
        disabled={false}
        onChange={chosen.choosePrinter}
      />
      <ResolutionField dpi={print.dpi} resolutions={print.resolutions} onChange={print.chooseDpi} />
      <GradeField grade={chosen.minGrade} onChange={chosen.chooseGrade} />
      <Field label={t('copies.label')} htmlFor={copiesId}>
        <CopiesInput id={copiesId} copies={chosen.copies} onChange={chosen.chooseCopies} />
      </Field>
      <Checkbox
        checked={chosen.isCollated}
        disabled={chosen.copies === 1 || print.labels.length < 2}
        onChange={(event) => chosen.chooseCollated(event.target.checked)}
      >
        {t('documents:print.collate')}
      </Checkbox>
      {isSheet ? (
        <SheetField
          {...chosen.sheet}
          rows={label.rows}
          columns={label.columns}
          firstCell={chosen.firstCell}
          disabled={false}
          onChange={chosen.chooseFirstCell}
        />
      ) : null}
      <LabelNotices label={label} />
      <p className="print-summary">
        {chosen.copies === null
          ? ''
          : t('summary.text', {
              labels: t('summary.labels', { count: labels, number: number.format(labels) }),
              pages: t('summary.pages', { count: pages, number: number.format(pages) }),
            })}
      </p>
    </>
  );
}
