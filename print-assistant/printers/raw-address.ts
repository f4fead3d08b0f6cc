import { err, ok, type Result } from '#model/kernel/result.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import {
  DEFAULT_PRINTER_SETTINGS,
  FINISHES,
  MEDIA_KINDS,
  PRINTER_LANGUAGES,
  type PrinterLanguageName,
  type PrinterSettings,
} from '#protocol/printer-settings.ts';

/** A printer that takes pages in a printer language. */
export interface RawAddress {
  readonly target:
    | { readonly type: 'tcp'; readonly host: string; readonly port: number }
    | { readonly type: 'device'; readonly path: string }
    /** A queue of CUPS that passes its input on unchanged. */
    | { readonly type: 'queue'; readonly uri: string };
  /** Null while unknown: then nothing can be printed. */
  readonly language: PrinterLanguageName | null;
  /** The resolutions of its heads; empty to accept any page. */
  readonly dpis: readonly number[];
  readonly settings: PrinterSettings;
}

/** AppSocket, also called JetDirect: printers listen on this port. */
const SOCKET_PORT = 9100;

/**
 * Parses `socket://host[:port]?language=zpl` (the printer on the network) or `file:///dev/usb/lp0?language=tspl` (a
 * device file). `language` is required; optional are `dpi` (several with commas), `darkness` and `speed` in the
 * language's steps, `media` (gap, mark, continuous), `gap` in mm, `finish` (tear, peel, cut, rewind) and `x` and `y`,
 * the offset of pages in dots. The error explains the fault in English.
 */
export function readRawAddress(uri: string): Result<RawAddress, string> {
  const url = URL.canParse(uri) ? new URL(uri) : null;
  const target = url === null ? null : targetOf(url);
  if (url === null || target === null) return err(`${uri} must be socket://host:port or file:///dev/…`);
  const given = url.searchParams;
  const language = PRINTER_LANGUAGES.find((name) => name === given.get('language'));
  if (language === undefined) return err(`${uri} needs language=${PRINTER_LANGUAGES.join('|')}`);
  const unknown = [...given.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) return err(`${uri}: unknown ${unknown}`);
  const dpis = (given.get('dpi') ?? '').split(',').filter(Boolean).map(Number);
  const numbers = ['darkness', 'speed', 'gap', 'x', 'y'].map((name) => [name, given.get(name)] as const);
  const noNumber = numbers.find(([, text]) => text !== null && !/^-?\d+(\.\d+)?$/.test(text));
  if (noNumber !== undefined) return err(`${uri}: ${noNumber[0]} is not a number`);
  if (dpis.some((dpi) => !(dpi >= 50 && dpi <= 2400))) return err(`${uri}: dpi must be from 50 to 2400`);
  const media = oneOf(MEDIA_KINDS, given.get('media'));
  const finish = oneOf(FINISHES, given.get('finish'));
  const known = LANGUAGES[language];
  if (media === undefined || (media !== null && !known.media.includes(media))) {
    return err(`${uri}: media must be one of ${known.media.join(', ')}`);
  }
  if (finish === undefined || (finish !== null && !known.finishes.includes(finish))) {
    return err(`${uri}: finish must be one of ${known.finishes.join(', ')}`);
  }
  const number = (name: string): number | null => (given.has(name) ? Number(given.get(name)) : null);
  return ok({
    target,
    language,
    dpis,
    settings: {
      darkness: number('darkness'),
      speed: number('speed'),
      media,
      gapMm: number('gap') ?? DEFAULT_PRINTER_SETTINGS.gapMm,
      finish,
      offsetDots: { x: Math.round(number('x') ?? 0), y: Math.round(number('y') ?? 0) },
    },
  });
}

const PARAMETERS = new Set(['language', 'dpi', 'darkness', 'speed', 'media', 'gap', 'finish', 'x', 'y']);

function targetOf(url: URL): RawAddress['target'] | null {
  if (url.protocol === 'file:') {
    const path = decodeURIComponent(url.pathname);
    // Any other file would be overwritten.
    return url.host === '' && path.startsWith('/dev/') && !path.includes('/../') ? { type: 'device', path } : null;
  }
  if (url.protocol !== 'socket:' || url.hostname === '') return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { type: 'tcp', host, port: url.port === '' ? SOCKET_PORT : Number(url.port) };
}

/** Null when nothing is given; undefined when it is none of them. */
function oneOf<T extends string>(words: readonly T[], given: string | null): T | null | undefined {
  return given === null ? null : words.find((word) => word === given);
}
