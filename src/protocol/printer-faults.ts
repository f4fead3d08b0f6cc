/** Faults that stop a printer until a person fixes them. */
export const PRINTER_FAULTS = ['paperOut', 'headOpen', 'ribbonOut', 'paused', 'offline', 'fault'] as const;
export type PrinterFault = (typeof PRINTER_FAULTS)[number];
