import type { ReactElement } from 'react';
import { ReloadOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Select, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import { ConnectDevice } from '#app/print/printers/ConnectDevice.tsx';
import { NoAssistant } from './NoAssistant.tsx';
import { PairAssistant } from './PairAssistant.tsx';
import type { ListedPrinter } from './list-printers.ts';
import type { Printers } from './use-printers.ts';

export interface PrinterFieldProps {
  readonly printers: Printers;
  readonly printer: string;
  readonly disabled: boolean;
  readonly onChange: (printer: string) => void;
}

/** The list of printers. Without the assistant it explains how to get and start one, or print without. */
export function PrinterField(props: PrinterFieldProps): ReactElement {
  const { problem, assistantProblem, list, look } = props.printers;
  return (
    <div className="print-printer">
      {problem === null ? <PrinterList {...props} /> : null}
      {/* Above the parts that appear automatically, so that no button moves. */}
      <ConnectDevice
        taken={list?.map(({ name }) => name) ?? []}
        disabled={props.disabled}
        onConnected={(name) => {
          look();
          props.onChange(name);
        }}
      />
      {assistantProblem === null ? null : assistantProblem.code === 'assistant.notPaired' ? (
        <PairAssistant onPaired={look} />
      ) : (
        <NoAssistant printers={props.printers} />
      )}
    </div>
  );
}

function PrinterList(props: PrinterFieldProps): ReactElement {
  const { t } = useTranslation(['print', 'common', 'problems']);
  const { list, looking, look } = props.printers;
  return (
    <div className="print-field">
      <span className="print-field-label">{t('printer.label')}</span>
      {list === null ? (
        <div className="print-printer-wait">
          <Spin size="small" />
          <span>{t('printer.looking')}</span>
        </div>
      ) : (
        <div className="print-printer-row">
          <Select
            aria-label={t('printer.label')}
            placeholder={t('printer.choose')}
            value={props.printer === '' ? null : props.printer}
            disabled={props.disabled}
            options={list.map((printer) => ({ value: printer.name, label: <PrinterName printer={printer} /> }))}
            onChange={(printer) => props.onChange(printer ?? '')}
          />
          <Button
            {...tooltip(t('printer.refresh'))}
            icon={<ReloadOutlined aria-hidden />}
            aria-label={t('printer.refresh')}
            loading={looking}
            disabled={props.disabled}
            onClick={look}
          />
          <Button
            {...tooltip(t('printer.settings'))}
            icon={<SettingOutlined aria-hidden />}
            aria-label={t('printer.settings')}
            href="/printers"
            target="_blank"
            rel="noopener"
          />
        </div>
      )}
    </div>
  );
}

function PrinterName(props: { readonly printer: ListedPrinter }): ReactElement {
  const { t } = useTranslation('print');
  const { name, kind, state } = props.printer;
  const isPlain = kind === 'ipp' || kind === 'raw';
  return (
    <span className="print-printer-name" data-state={state}>
      <i aria-hidden />
      <span>{isPlain ? name : t(`printer.${kind}`, { name })}</span>
      {state === 'idle' ? null : <small>{t(`printer.state.${state}`)}</small>}
    </span>
  );
}
