import { parseJsonObject } from '#model/kernel/json-object.ts';
import { CLIENT_PREFIX } from './assistant.ts';

/*
 * The specification's protocol without our additions: for assistants of other makers. Answers are identified only by
 * the name of their function.
 */

/** One image of one cell. */
export interface BasicCell {
  readonly page: number;
  readonly row: number;
  readonly column: number;
  readonly image: string;
  readonly printer: string;
  /** The same under another name, for other assistants. */
  readonly printerName: string;
  readonly copies: number;
}

export type BasicAnswer =
  | { readonly fun: 'getComputerPrinters'; readonly printers: readonly string[] }
  | { readonly fun: 'outputPrintting'; readonly code: number };

export function encodePrintersWanted(): string {
  return `${CLIENT_PREFIX}{"fun":"getComputerPrinters"}`;
}

export function encodeCell(data: BasicCell): string {
  return CLIENT_PREFIX + JSON.stringify({ fun: 'outputPrintting', data });
}

/** Null for anything else. The list of printers may itself be JSON text. */
export function decodeBasicAnswer(frame: string): BasicAnswer | null {
  const message = parseJsonObject(frame);
  if (message === null || typeof message['code'] !== 'number') return null;
  if (message['fun'] === 'outputPrintting') return { fun: 'outputPrintting', code: message['code'] };
  if (message['fun'] !== 'getComputerPrinters' || message['code'] !== 200) return null;
  const printers = listOf(message['data']);
  return printers === null ? null : { fun: 'getComputerPrinters', printers };
}

function listOf(data: unknown): readonly string[] | null {
  try {
    const list: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return Array.isArray(list) && list.every((name) => typeof name === 'string' && name !== '') ? list : null;
  } catch {
    return null;
  }
}
