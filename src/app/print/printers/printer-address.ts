import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

/** How a printer is reached: a port that takes its language, IPP, or a device file. */
export const CONNECTIONS = ['socket', 'ipp', 'device'] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** Where IPP printers that follow IPP Everywhere take jobs. */
const IPP_PATH = '/ipp/print';

/**
 * The address, as the assistant reads it, of what was typed: a host with or without a port, an `ipp://` address or a host,
 * the path of a device file. Null while something is missing.
 */
export function printerAddress(
  connection: Connection,
  typed: string,
  language: PrinterLanguageName | null,
): string | null {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return null;
  switch (connection) {
    case 'ipp': {
      const uri = /^ipps?:\/\//i.test(text) ? text : `ipp://${text}`;
      return /^ipps?:\/\/[^/]+\/?$/i.test(uri) ? `${uri.replace(/\/$/, '')}${IPP_PATH}` : uri;
    }
    case 'socket':
      return language === null ? null : `socket://${text.replace(/^socket:\/\//i, '')}?language=${language}`;
    case 'device':
      return language === null ? null : `file://${text.replace(/^file:\/\//i, '')}?language=${language}`;
  }
}
