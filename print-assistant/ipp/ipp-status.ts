import type { PrinterFault } from '#protocol/printer-info.ts';
import { findAttribute, IPP_TAG, numbersOf, stringsOf, type IppMessage } from './ipp-message.ts';

/** RFC 8011, clause 5.4.11: the printer does nothing until a person has fixed it. */
const STOPPED = 5;

/** `printer-state-reasons` (RFC 8011, clause 5.4.12; PWG 5100.9) that stop a printer. */
const REASONS: Readonly<Record<string, PrinterFault>> = {
  'media-empty': 'paperOut',
  'media-needed': 'paperOut',
  'media-jam': 'fault',
  'cover-open': 'headOpen',
  'door-open': 'headOpen',
  'interlock-open': 'headOpen',
  'marker-supply-empty': 'ribbonOut',
  'toner-empty': 'ribbonOut',
  paused: 'paused',
  'moving-to-paused': 'paused',
  offline: 'offline',
  shutdown: 'offline',
  'timed-out': 'offline',
  'connecting-to-device': 'offline',
};

/**
 * The faults that stop the printer, from its answer to Get-Printer-Attributes; empty while it is not stopped, and where
 * its reasons are unknown here. A warning or report stops nothing.
 */
export function ippFaults(message: IppMessage): readonly PrinterFault[] {
  const get = (name: string): ReturnType<typeof findAttribute> =>
    findAttribute(message, IPP_TAG.printerAttributes, name);
  if (numbersOf(get('printer-state'))[0] !== STOPPED) return [];
  const faults = stringsOf(get('printer-state-reasons')).flatMap((reason) => {
    const fault = REASONS[reason.replace(/-error$/, '')];
    return fault === undefined ? [] : [fault];
  });
  // What stops a printer often pauses it, too.
  const others = faults.filter((fault) => fault !== 'paused');
  return [...new Set(others.length === 0 ? faults : others)];
}
