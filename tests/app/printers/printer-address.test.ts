import { expect, test } from 'vitest';
import { printerAddress } from '#app/print/printers/printer-address.ts';

test.each([
  ['socket', ' 192.0.2.8 ', 'zpl', 'socket://192.0.2.8?language=zpl'],
  ['socket', 'zebra.local:9101', 'tspl', 'socket://zebra.local:9101?language=tspl'],
  ['socket', 'socket://[::1]', 'zpl', 'socket://[::1]?language=zpl'],
  ['socket', '192.0.2.8', null, null],
  ['socket', '', 'zpl', null],
  ['socket', 'two words', 'zpl', null],
  ['ipp', '192.0.2.7', null, 'ipp://192.0.2.7/ipp/print'],
  ['ipp', 'ipps://printer/', null, 'ipps://printer/ipp/print'],
  ['ipp', 'ipp://printer/printers/Zebra', null, 'ipp://printer/printers/Zebra'],
  ['device', '/dev/usb/lp0', 'epl', 'file:///dev/usb/lp0?language=epl'],
  ['device', '/dev/usb/lp0', null, null],
] as const)('%s: “%s” in %s is %s', (connection, typed, language, address) => {
  expect(printerAddress(connection, typed, language)).toBe(address);
});
