import type { PrinterLanguageName } from '#protocol/printer-settings.ts';

/** The connection of a printer: a port that accepts its language, IPP, or a device file. */
export const CONNECTIONS = ['socket', 'ipp', 'device'] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** The job path of IPP Everywhere printers. */
const IPP_PATH = '/ipp/print';

/**
 * The address in the assistant's form: from a host with or without a port, an `ipp://` address or a host, or the path of a
 * device file. Null while something is missing.
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
