import type { PrinterFault } from '#protocol/printer-info.ts';
import type { StatusQuestion } from './answer-reader.ts';

/*
 * `~HS`, host status return (ZPL II Programming Guide, Zebra P1099958). Three lines, each between STX and ETX:
 *   aaa,b,c,dddd,eee,f,g,h,iii,j,k,l       b paper out, c pause, j corrupt memory, k too cold, l too hot
 *   mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www       o head up, p ribbon out
 *   xxxx,y
 */
const FIRST = /^\d{3},([01]),([01]),\d{4,5},\d{3},[01],[01],[01],\d{3},([01]),([01]),([01])$/;
const SECOND = /^\d{3},\d,([01]),([01]),[01],[\dA-Z],\d,[01],\d{8},\d,\d{3}$/;
const THIRD = /^\d{4},[01]$/;
const STX = '\x02';
const LINE_END = '\x03\r\n';
const LINES = 3;

export const ZPL_STATUS: StatusQuestion = {
  question: new TextEncoder().encode('~HS\r\n'),
  mostBytes: 200,
  read(answer) {
    const text = String.fromCharCode(...answer);
    if (text !== '' && !text.startsWith(STX)) return null;
    const lines = text.split(LINE_END);
    if (lines.length <= LINES) return 'more';
    const [a = '', b = '', c = '', rest] = lines.map((line) => (line.startsWith(STX) ? line.slice(1) : line));
    if (rest !== '' || !lines.slice(0, LINES).every((line) => line.startsWith(STX))) return null;
    const first = FIRST.exec(a);
    const second = SECOND.exec(b);
    if (first === null || second === null || !THIRD.test(c)) return null;
    const [, paperOut, paused, corrupt, cold, hot] = first;
    const [, headUp, ribbonOut] = second;
    const faults: PrinterFault[] = [
      ...(paperOut === '1' ? ['paperOut' as const] : []),
      ...(headUp === '1' ? ['headOpen' as const] : []),
      ...(ribbonOut === '1' ? ['ribbonOut' as const] : []),
      ...([corrupt, cold, hot].includes('1') ? ['fault' as const] : []),
    ];
    // Every fault pauses the printer, too.
    return faults.length === 0 && paused === '1' ? ['paused'] : faults;
  },
};
