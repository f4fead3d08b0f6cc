import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { readPrinterAddress } from './address-source.ts';

/** IPP's own port, and those of printers that serve it with their web page. */
const IPP_PORTS = new Set([631, 80, 443]);
/** Linux's names of printers on USB and on the parallel port. */
const PRINTER_DEVICE = /^\/dev\/(?:usb\/)?lp\d{1,3}$/;

/** AppSocket's ports, of print servers with several printers too (9100 and up), and Zebra's own. */
export function isSocketPort(port: number): boolean {
  return (port >= 9100 && port <= 9109) || port === 6101;
}

export function isIppPort(port: number): boolean {
  return IPP_PORTS.has(port);
}

/**
 * The address of a printer that a page may add, unchanged. A page was paired to print, not to reach other services in
 * this network or to write to devices: it may name only printers. The user of the assistant may name more
 * (`ASSISTANT_PRINTERS`). Problem: `assistant.badAddress`.
 */
export function pageAddress(name: string, address: string): Result<string> {
  const wrong = err(problem('assistant.badAddress', { address }));
  if (!URL.canParse(address) || !readPrinterAddress(name, address).ok) return wrong;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return wrong;
  switch (url.protocol) {
    case 'file:':
      return PRINTER_DEVICE.test(url.pathname) ? ok(address) : wrong;
    case 'socket:':
      return url.port === '' || isSocketPort(Number(url.port)) ? ok(address) : wrong;
    default:
      return url.port === '' || isIppPort(Number(url.port)) ? ok(address) : wrong;
  }
}
