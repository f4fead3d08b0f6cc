import { useEffect, useState, type ReactElement } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import { blanksOf, formFault, NOTHING_FILLED } from '#model/data/blanks.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { CounterProblem } from '#app/print/CounterProblem.tsx';
import { LabelPicture } from '#app/print/LabelPicture.tsx';
import { resolutionsOf } from '#app/print/print-settings.ts';
import { RowChooser } from '#app/print/RowChooser.tsx';
import { PicturesField } from '#app/print/PicturesField.tsx';
import { SettingsPanel } from '#app/print/SettingsPanel.tsx';
import type { SavedLabel } from '#app/state/load-saved-label.ts';
import { useSavedLabel } from '#app/state/use-saved-label.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { Page } from '#app/ui/page/Page.tsx';
import { dateFormat } from '#app/state/language-formats.ts';
import { CannotPrint } from '../CannotPrint.tsx';
import { FillForm, focusBlank } from './FillForm.tsx';
import { useFillPrint } from './use-fill-print.ts';
import { HeldButtons } from '../HeldButtons.tsx';
import { reportMood, reportText, stageMood, stageText } from '../run-text.ts';
import type { PrintedForm } from './use-printed-forms.ts';
import '../scan/scan-print.css';
import './fill-print.css';
import '#app/print/print-dialog.css';

/** `/fillPrint?id=…`: prints a template with the values filled in here, without the editor. */
export function FillPrintScreen(): ReactElement {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const { label, again } = useSavedLabel(id);
  const { t } = useTranslation(['ways', 'common']);
  if (label === null) return <LoadingScreen />;
  if (!label.ok) {
    return (
      <Page title={t('common:title.fillPrint')}>
        <CannotPrint problem={label.error} label={null} onAgain={again} />
      </Page>
    );
  }
  const fault = formFault(blanksOf(label.value.template), NOTHING_FILLED);
  return (
    <Page title={t('fill.title', { name: label.value.template.label.name })}>
      {fault === null ? (
        <FillPrint key={id} label={label.value} />
      ) : (
        <CannotPrint problem={fault} label={label.value} onAgain={again} />
      )}
    </Page>
  );
}

function FillPrint({ label }: { readonly label: SavedLabel }): ReactElement {
  const { t } = useTranslation(['ways', 'print', 'common', 'problems']);
  const [choosing, setChoosing] = useState(false);
  const [firstKey] = useState(() => blanksOf(label.template)[0]?.key);
  const fill = useFillPrint(label, focusBlank);
  const { blanks, form, settings, data, preview, printers } = fill;
  useEffect(() => {
    if (firstKey !== undefined) focusBlank(firstKey);
  }, [firstKey]);

  function print(): void {
    const wrong = fill.print();
    if (wrong !== null) focusBlank(wrong);
  }
  const showsExample = blanks.some(({ key, required }) => required && form.values.get(key) === '');
  return (
    <>
      <div className="fill-print-parts">
        <section aria-label={t('fill.form')}>
          <FillForm blanks={blanks} form={form} refusals={fill.refusals} onEnd={print} />
          <SettingsPanel
            settings={settings}
            template={label.template}
            onChange={fill.change}
            printers={printers}
            resolutions={resolutionsOf(printers.list?.find(({ name }) => name === settings.printer))}
            isBound={data.table !== null}
            extent={data.table === null ? null : data.extent}
            isChoiceKnown={data.choice.isKnown}
            columns={data.choice.columns}
            numbered={data.numbered}
            onChooseRows={() => setChoosing(true)}
            rowProblem={data.rowProblem}
            rowsOfLastPrint={data.rowsOfLastPrint}
            hasBackground={label.template.label.background !== null}
            sheet={null}
            labelProblem={data.labelProblem}
            disabled={false}
            brief
            pictures={
              label.template.elements.some(hasRowPictures) ? (
                <PicturesField template={label.template} records={data.records} />
              ) : null
            }
          />
          <Button
            type="primary"
            size="large"
            block
            icon={<PrinterOutlined aria-hidden />}
            disabled={fill.isBlocked}
            loading={fill.isChecking}
            onClick={print}
          >
            {t('print:action.print')}
          </Button>
          <CounterProblem problem={fill.counters.problem} onAgain={fill.counters.again} />
          {form.formFault === null ? null : (
            <p className="print-field-fault" role="alert">
              {problemText(t, form.formFault)}
            </p>
          )}
          <PrintedList list={fill.printed} />
        </section>
        <div className="fill-picture">
          <LabelPicture data={data} preview={preview} pageIndex={fill.pageIndex} onPage={fill.setPageIndex} />
          <p className="fill-note">
            {showsExample ? t('fill.showsExample') : fill.isRefused ? '' : t('fill.showsBits')}
          </p>
        </div>
      </div>
      {choosing && data.table !== null ? (
        <RowChooser
          table={data.table}
          extent={data.extent}
          choice={data.choice.rows}
          onChoose={(rows) => {
            setChoosing(false);
            fill.change({ ...settings, rows });
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}

/** The forms printed on this screen, latest first, with their results. */
function PrintedList({ list }: { readonly list: readonly PrintedForm[] }): ReactElement | null {
  const { t, i18n } = useTranslation(['ways', 'print', 'problems']);
  const time = dateFormat(i18n.language, { timeStyle: 'medium' });
  if (list.length === 0) return null;
  return (
    <section className="scan-list" aria-label={t('fill.list')}>
      <h2>{t('fill.list')}</h2>
      <ol>
        {list.map(({ jobId, at, text, stage, report }, i) => (
          <li key={jobId} className="scan-item" data-mood={report === null ? stageMood(stage) : reportMood(report)}>
            <div className="scan-item-head">
              <strong>{text === '' ? t('fill.empty') : text}</strong>
              <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
            </div>
            <p role={i === 0 ? 'status' : undefined}>{report === null ? stageText(t, stage) : reportText(t, report)}</p>
            {report === null ? <HeldButtons jobId={jobId} stage={stage} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
