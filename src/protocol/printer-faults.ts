/** What keeps a printer from printing until somebody mends it. */
export const PRINTER_FAULTS = ['paperOut', 'headOpen', 'ribbonOut', 'paused', 'offline', 'fault'] as const;
export type PrinterFault = (typeof PRINTER_FAULTS)[number];
