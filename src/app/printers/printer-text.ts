import type { TFunction } from 'i18next';
import { abilitiesOf } from '#protocol/language-abilities.ts';
import { isDevice, type ListedPrinter } from '#app/print/use-printers.ts';

/** How the printer is: what keeps it from printing, where it says so. */
export function stateText(
  t: TFunction<['printers', 'print', 'common', 'problems', 'runs']>,
  printer: ListedPrinter,
): string {
  const { state, faults } = printer;
  if (faults !== undefined && faults.length > 0) return faults.map((fault) => t(`runs:fault.${fault}`)).join(' ');
  // Of a device nobody knows more than that it is there before it has said so itself.
  if (state === 'idle' && faults === undefined && isDevice(printer)) return t('printers:state.unknown');
  return state === 'idle' ? t('printers:state.idle') : t(`print:printer.state.${state}`);
}

/** What is kept of the printer, in a line. */
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
