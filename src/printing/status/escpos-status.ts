import type { PrinterFault } from '#protocol/printer-info.ts';
import type { StatusQuestion } from './answer-reader.ts';

/*
 * `DLE EOT n`, real-time status (ESC/POS Application Programming Guide, Epson): a byte for each question. Bits 1 and 4
 * are on, bits 0 and 7 off, in every such byte.
 */
const DLE = 0x10;
const EOT = 0x04;
const FIXED_BITS = 0x93;
const FIXED = 0x12;

/** n = 1, bit 3. */
const OFFLINE = 0x08;
/** n = 2, bits 2, 5 and 6. */
const COVER_OPEN = 0x04;
const STOPPED_BY_PAPER_END = 0x20;
const ERROR = 0x40;
/** n = 4, bits 5 and 6: the end of the roll; bits 2 and 3 report that it is near, which stops nothing. */
const PAPER_END = 0x60;

export const ESCPOS_STATUS: StatusQuestion = {
  question: Uint8Array.of(DLE, EOT, 1, DLE, EOT, 2, DLE, EOT, 4),
  mostBytes: 3,
  read(answer) {
    if (answer.some((byte) => (byte & FIXED_BITS) !== FIXED) || answer.length > 3) return null;
    const [printer, cause, paper] = answer;
    if (printer === undefined || cause === undefined || paper === undefined) return 'more';
    const faults: PrinterFault[] = [
      ...((cause & STOPPED_BY_PAPER_END) !== 0 || (paper & PAPER_END) !== 0 ? ['paperOut' as const] : []),
      ...((cause & COVER_OPEN) === 0 ? [] : ['headOpen' as const]),
      ...((cause & ERROR) === 0 ? [] : ['fault' as const]),
    ];
    return faults.length === 0 && (printer & OFFLINE) !== 0 ? ['offline'] : faults;
  },
};
