import { useRef, useState, type ReactElement } from 'react';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Size } from '#model/kernel/geometry.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { changesNothing, NO_CALIBRATION, type Calibration, moveInDots } from '#model/page/calibration.ts';
import { measuredCalibration, trueMeasures, type GridMeasures } from '#model/page/measured-calibration.ts';
import { createTestGrid, type TestGrid } from '#model/page/test-grid.ts';
import type { PrinterSetup } from '#protocol/printer-setup.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { startingDpi, usableDpi } from '#protocol/printer-info.ts';
import { resolutionsOf } from '#app/print/print-settings.ts';
import type { ListedPrinter } from '#app/print/list-printers.ts';
import { PrinterFaultNotice } from '#app/print/runs/PrinterFaultNotice.tsx';
import { useServices, type Services } from '#app/state/services.tsx';
import { GridSizeFields, MeasureFields, startingSize } from './CalibrationFields.tsx';
import { useGridRun } from './use-grid-run.ts';
import type { TFunction } from 'i18next';
import type { Result } from '#model/kernel/result.ts';
import { isDevice } from '#app/print/use-printers.ts';
import { numberFormat } from '#app/state/language-formats.ts';

type Step =
  | { readonly type: 'size' }
  /** A grid laid out with `used` has been printed and is being measured. */
  | { readonly type: 'measure'; readonly grid: TestGrid; readonly used: Calibration }
  /** A grid laid out with `found` has been printed to verify it. */
  | { readonly type: 'check'; readonly grid: TestGrid; readonly found: Calibration };

/** Calibrates a printer: prints a grid, asks for its measurements, and prints a second one to verify the result. */
export function CalibrationDialog(props: {
  readonly printer: ListedPrinter;
  onClose(): void;
  onSaved(): void;
}): ReactElement {
  const { printer } = props;
  const { name, setup } = printer;
  const { t, i18n } = useTranslation(['printers', 'common', 'problems']);
  const services = useServices();
  const printing = useGridRun();
  const [step, setStep] = useState<Step>({ type: 'size' });
  const [size, setSize] = useState<Size>(() => startingSize(printer));
  const [measured, setMeasured] = useState<GridMeasures | null>(null);
  const [isReadable, setReadable] = useState(true);
  const [saving, setSaving] = useState(false);
  const [unsaved, setUnsaved] = useState<Problem | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const dpi = usableDpi(startingDpi(printer), resolutionsOf(printer));
  const kept = setup?.calibration;
  const found =
    step.type === 'measure' && measured !== null ? measuredCalibration(step.grid, step.used, measured) : null;
  const text = (calibration: Calibration): string => calibrationText(t, calibration, dpi, i18n.language);

  /** The pressed button is removed with its step: the focus moves to the top of the next one. */
  function go(next: Step): void {
    setUnsaved(null);
    setReadable(true);
    setStep(next);
    body.current?.focus();
  }
  async function print(grid: TestGrid, calibration: Calibration, next: Step): Promise<void> {
    const order = { printer: name, dpi, grid, calibration, jobName: t('calibrate.jobName', { name }) };
    if (!(await printing.print(order))) return;
    setMeasured(trueMeasures(grid));
    go(next);
  }
  /** Null removes the calibration. */
  async function save(calibration: Calibration | null): Promise<void> {
    if (setup === undefined) return;
    setSaving(true);
    const { calibration: _before, ...others } = setup;
    const next: PrinterSetup = calibration === null ? others : { ...others, calibration };
    const saved = await keepSetup(services, printer, next);
    setSaving(false);
    if (saved.ok) props.onSaved();
    else setUnsaved(saved.error);
  }

  function printFirst(): void {
    const grid = createTestGrid(size);
    const used = kept ?? NO_CALIBRATION;
    void print(grid, used, { type: 'measure', grid, used });
  }

  const problem = printing.problem ?? unsaved;
  const buttons = (
    <>
      <Button onClick={props.onClose}>{t(setup === undefined ? 'common:action.close' : 'common:action.cancel')}</Button>
      {step.type === 'size' && kept !== undefined ? (
        <Button danger loading={saving} disabled={printing.isPrinting} onClick={() => void save(null)}>
          {t('calibrate.remove')}
        </Button>
      ) : null}
      {step.type === 'size' && setup !== undefined ? (
        <Button type="primary" disabled={!isReadable} loading={printing.isPrinting} onClick={printFirst}>
          {t('calibrate.print')}
        </Button>
      ) : null}
      {step.type === 'measure' ? (
        <>
          <Button disabled={printing.isPrinting} onClick={() => go({ type: 'size' })}>
            {t('calibrate.again')}
          </Button>
          <Button
            type="primary"
            disabled={!isReadable || found?.ok !== true}
            loading={printing.isPrinting}
            onClick={() => {
              if (found?.ok !== true) return;
              void print(step.grid, found.value, { type: 'check', grid: step.grid, found: found.value });
            }}
          >
            {t('calibrate.printTrue')}
          </Button>
        </>
      ) : null}
      {step.type === 'check' ? (
        <>
          <Button disabled={saving} onClick={() => go({ type: 'measure', grid: step.grid, used: step.found })}>
            {t('calibrate.measureAgain')}
          </Button>
          <Button
            type="primary"
            loading={saving}
            onClick={() => void save(changesNothing(step.found) ? null : step.found)}
          >
            {t('calibrate.isTrue')}
          </Button>
        </>
      ) : null}
    </>
  );
  return (
    <Modal
      open
      width={560}
      title={t('calibrate.title', { name })}
      onCancel={props.onClose}
      footer={
        <>
          {buttons}
          {/* Appears automatically: no button moves for it. */}
          <div className="printers-calibration-notes">
            {printing.isPrinting ? <PrinterFaultNotice printer={name} /> : null}
            {problem === null ? null : <Alert type="error" showIcon title={problemText(t, problem)} />}
          </div>
        </>
      }
    >
      <div ref={body} className="printers-calibration" tabIndex={-1}>
        <p>{t('calibrate.intro')}</p>
        {setup === undefined ? <Alert type="warning" showIcon title={t('calibrate.keepsNothing')} /> : null}
        {step.type === 'size' && setup !== undefined ? (
          <>
            <GridSizeFields size={size} disabled={printing.isPrinting} onChange={setSize} onReadable={setReadable} />
            {kept === undefined ? null : <p className="printers-hint">{t('calibrate.kept', { text: text(kept) })}</p>}
          </>
        ) : null}
        {step.type === 'measure' && measured !== null ? (
          <>
            <MeasureFields
              grid={step.grid}
              measured={measured}
              disabled={printing.isPrinting}
              onChange={setMeasured}
              onReadable={setReadable}
            />
            {found?.ok === false ? (
              <p className="printers-calibration-result" role="alert">
                {problemText(t, found.error)}
              </p>
            ) : (
              <p className="printers-calibration-result" role="status">
                {found === null ? '' : t('calibrate.result', { text: text(found.value) })}
              </p>
            )}
          </>
        ) : null}
        {step.type === 'check' ? (
          <>
            <p>
              {t('calibrate.check', {
                across: step.grid.acrossMm,
                along: step.grid.alongMm,
                corner: step.grid.cornerMm,
              })}
            </p>
            <p className="printers-calibration-result">{t('calibrate.result', { text: text(step.found) })}</p>
          </>
        ) : null}
      </div>
    </Modal>
  );
}

/** A summary of a calibration: how much larger the page is laid out, and how many dots it is moved. */
function calibrationText(t: TFunction<['printers']>, calibration: Calibration, dpi: number, language: string): string {
  const percent = numberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const by = (scale: number): string => percent.format((scale - 1) * 100);
  const isChanged = (scale: number): boolean => Math.abs(scale - 1) >= 0.000_05;
  const { rightDots, downDots } = moveInDots(calibration, dpi);
  const { acrossScale, alongScale } = calibration;
  const parts = [
    ...(isChanged(acrossScale) ? [t('printers:calibrate.across', { percent: by(acrossScale) })] : []),
    ...(isChanged(alongScale) ? [t('printers:calibrate.along', { percent: by(alongScale) })] : []),
    ...(rightDots === 0
      ? []
      : [t(rightDots > 0 ? 'printers:calibrate.right' : 'printers:calibrate.left', { count: Math.abs(rightDots) })]),
    ...(downDots === 0
      ? []
      : [t(downDots > 0 ? 'printers:calibrate.down' : 'printers:calibrate.up', { count: Math.abs(downDots) })]),
  ];
  return parts.length === 0 ? t('printers:calibrate.nothing') : parts.join(' · ');
}

/** Saves a printer's settings: at the assistant, or in this browser for a printer that the page reaches directly. */
function keepSetup(
  { assistant, devices }: Pick<Services, 'assistant' | 'devices'>,
  printer: ListedPrinter,
  setup: PrinterSetup,
): Promise<Result<null>> {
  return isDevice(printer)
    ? devices.change({ ...printer.device, setup })
    : assistant.setUpPrinter(printer.name, setup, new AbortController().signal);
}
