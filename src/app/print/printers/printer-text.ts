import type { TFunction } from 'i18next';
import type { PrinterInfo, PrinterState } from '#protocol/printer-info.ts';
import { abilitiesOf } from '#protocol/language-abilities.ts';
import type { ListedPrinter } from '#app/print/list-printers.ts';
import { isDevice } from '#app/print/use-printers.ts';

/** The icon for the status of the printer. Of a device only its presence is known until it reports more. */
export function stateSign(printer: ListedPrinter): PrinterState | 'unknown' {
  const { state, faults } = printer;
  if (faults !== undefined && faults.length > 0) return 'stopped';
  return state === 'idle' && faults === undefined && isDevice(printer) ? 'unknown' : state;
}

/** The status of the printer: what keeps it from printing, if it reports that. */
export function stateText(
  t: TFunction<['printers', 'print', 'common', 'problems', 'runs']>,
  printer: ListedPrinter,
): string {
  const { faults = [] } = printer;
  if (faults.length > 0) return faults.map((fault) => t(`runs:fault.${fault}`)).join(' ');
  const sign = stateSign(printer);
  return sign === 'idle' || sign === 'unknown' ? t(`printers:state.${sign}`) : t(`print:printer.state.${sign}`);
}

/** The model and address of an assistant's printer, and how it was added. */
export function whereText(
  t: TFunction<['printers', 'print', 'common', 'problems', 'runs']>,
  { kind, address, model, foundBy, added }: PrinterInfo,
): string {
  const parts = [
    t(`printers:kind.${kind}`),
    ...(model === undefined ? [] : [model]),
    ...(address === undefined ? [] : [address]),
    ...(foundBy === undefined ? [] : [t(`printers:found.${foundBy}`)]),
    ...(added === true ? [t('printers:found.added')] : []),
  ];
  return parts.join(' · ');
}

/** A summary of the printer's saved settings. */
export function setupText(t: TFunction<['printers', 'print']>, { setup }: ListedPrinter): string {
  if (setup === undefined) return '';
  const { language, dpi, media, darkness, speed, finish, calibration } = setup;
  const parts = [
    ...(language === null ? [] : [abilitiesOf(language).title]),
    ...(dpi === null ? [] : [t('print:resolution.dpi', { dpi })]),
    ...(media === null ? [] : [t(`printers:media.${media}`)]),
    ...(darkness === null ? [] : [t('printers:said.darkness', { darkness })]),
    ...(speed === null ? [] : [t('printers:said.speed', { speed })]),
    ...(finish === null ? [] : [t(`printers:finish.${finish}`)]),
    ...(calibration === undefined ? [] : [t('printers:said.calibrated')]),
  ];
  return parts.length === 0 ? t('printers:asSet') : parts.join(' · ');
}
