import { useState } from 'react';
import type { ReactElement } from 'react';
import { AimOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { useServices } from '#app/state/services.tsx';
import { CalibrationDialog } from './CalibrationDialog.tsx';
import { setupText, stateSign, stateText, whereText } from './printer-text.ts';
import { PrinterSetupDialog } from './PrinterSetupDialog.tsx';
import { RemoveButton } from './RemoveButton.tsx';

/** One printer: its type, status, and saved settings. */
export function PrinterItem(props: { readonly printer: PrinterInfo; onChanged(): void }): ReactElement {
  const { printer, onChanged } = props;
  const { name, kind, setup } = printer;
  const { t } = useTranslation(['printers', 'print', 'common', 'problems', 'runs']);
  const { assistant } = useServices();
  const [editing, setEditing] = useState(false);
  const [calibrating, setCalibrating] = useState(false);

  return (
    <li className="card card-padded printers-item" aria-label={name}>
      <div className="printers-item-what">
        <strong>{name}</strong>
        <small>{whereText(t, printer)}</small>
        {setup === undefined ? <small>{t('keepsNothing')}</small> : <small>{setupText(t, printer)}</small>}
        {printer.guessed === true ? <em role="status">{t('guessed')}</em> : null}
        {kind === 'raw' && setup?.language === null ? <em role="status">{t('noLanguage')}</em> : null}
      </div>
      <span className="printers-state" data-state={stateSign(printer)}>
        <i aria-hidden />
        {stateText(t, printer)}
      </span>
      <div className="printers-item-buttons">
        {setup === undefined ? null : (
          <Button icon={<SettingOutlined aria-hidden />} onClick={() => setEditing(true)}>
            {t('setup')}
          </Button>
        )}
        <Button icon={<AimOutlined aria-hidden />} onClick={() => setCalibrating(true)}>
          {t('calibrate.open')}
        </Button>
        {printer.added === true ? (
          <RemoveButton
            title={t('remove.title', { name })}
            text={t('remove.text')}
            word={t('remove.ok')}
            remove={() => assistant.removePrinter(name, new AbortController().signal)}
            onDone={onChanged}
          />
        ) : null}
      </div>
      {editing ? (
        <PrinterSetupDialog
          printer={printer}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
        />
      ) : null}
      {calibrating ? (
        <CalibrationDialog
          printer={printer}
          onClose={() => setCalibrating(false)}
          onSaved={() => {
            setCalibrating(false);
            onChanged();
          }}
        />
      ) : null}
    </li>
  );
}
