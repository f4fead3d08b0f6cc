import { setTimeout as sleep } from 'node:timers/promises';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { callIpp, IPP_OPERATION, type IppCall } from '../ipp/ipp-client.ts';
import { collection, integer, IPP_TAG, keyword, type IppMessage, type IppValue } from '../ipp/ipp-message.ts';
import { encodeRasterPage, RASTER_SYNC, type RasterOptions } from '#printing/languages/pwg-raster.ts';
import { ippFaults } from '../ipp/ipp-status.ts';
import { createReadiness, type ReadinessTimes, type StatusAnswer } from '#printing/status/readiness.ts';
import { gathered } from '../turns.ts';
import { fitMedia, readCapabilities, type IppCapabilities } from './ipp-capabilities.ts';
import {
  CANCELLED,
  COPIES_AT_ONCE,
  copyParts,
  handOverParts,
  type HandOver,
  type PrintablePage,
  type PrinterDriver,
  type ReadyPage,
  NODE_CLOCK,
} from './printer-driver.ts';

export interface IppPrinterOptions {
  readonly name: string;
  /** `ipp://host:port/path` */
  readonly uri: string;
  /** 3 s by default, because the list of printers waits for it. */
  readonly attributesTimeoutMs?: number;
  /** 90 s by default, because a printer without paper may take the data only when it has some again. */
  readonly printTimeoutMs?: number;
  readonly times?: Partial<ReadinessTimes>;
}

const ATTRIBUTES_TIMEOUT_MS = 3000;
const PRINT_TIMEOUT_MS = 90_000;
/** The printer is queried for its capabilities again after this time, since its media may have been changed. */
const CAPABILITIES_AGE_MS = 10_000;
/** server-error-busy and server-error-too-many-jobs: the job was not made, and a retry may succeed. */
const BUSY = new Set([0x0507, 0x050b]);
const BUSY_RETRIES = 20;
const BUSY_WAIT_MS = 1000;
const FIRST_ERROR_STATUS = 0x0400;
/** client-error-attributes-or-values-not-supported, client-error-document-format-not-supported. */
const UNSUPPORTED = new Set([0x040b, 0x040a]);
const ORIENTATION_PORTRAIT = 3;
/** Maximum bytes of bits of a part of copies that the printer does not make by itself. */
const PART_BYTES = 32 * 1024 * 1024;
const REQUESTED_ATTRIBUTES = [
  'printer-state',
  'media-col-supported',
  'orientation-requested-supported',
  'print-scaling-supported',
  'document-format-supported',
  'pwg-raster-document-type-supported',
  'pwg-raster-document-resolution-supported',
  'printer-resolution-supported',
  'media-size-supported',
  'media-supported',
  'media-top-margin-supported',
  'media-bottom-margin-supported',
  'media-left-margin-supported',
  'media-right-margin-supported',
  'job-creation-attributes-supported',
  'copies-supported',
  'cups-version',
];

/** An IPP printer or CUPS queue: one Print-Job per page, at the exact media size, with nothing left to scale. */
export function createIppPrinter(options: IppPrinterOptions): PrinterDriver {
  const { name, uri } = options;
  let known: { readonly at: number; readonly capabilities: IppCapabilities } | null = null;

  async function ask(): Promise<Result<IppCapabilities>> {
    if (known !== null && performance.now() - known.at < CAPABILITIES_AGE_MS) return ok(known.capabilities);
    const answer = await callIpp({
      uri,
      operation: IPP_OPERATION.getPrinterAttributes,
      operationAttributes: { ...addressed(uri), 'requested-attributes': REQUESTED_ATTRIBUTES.map(keyword) },
      timeoutMs: options.attributesTimeoutMs ?? ATTRIBUTES_TIMEOUT_MS,
    });
    if (!answer.ok) return err(deliveryFailed(name, answer.error.reason));
    if (answer.value.code >= FIRST_ERROR_STATUS) return err(deliveryFailed(name, statusText(answer.value)));
    known = { at: performance.now(), capabilities: readCapabilities(answer.value) };
    return ok(known.capabilities);
  }

  const readiness = createReadiness({ ask: askState, clock: NODE_CLOCK, times: options.times });

  async function askState(): Promise<StatusAnswer> {
    const answer = await callIpp({
      uri,
      operation: IPP_OPERATION.getPrinterAttributes,
      operationAttributes: {
        ...addressed(uri),
        'requested-attributes': ['printer-state', 'printer-state-reasons'].map(keyword),
      },
      timeoutMs: options.attributesTimeoutMs ?? ATTRIBUTES_TIMEOUT_MS,
    });
    // Submitting the page reports a missing printer.
    if (!answer.ok || answer.value.code >= FIRST_ERROR_STATUS) return { type: 'noResponse' };
    return { type: 'faults', faults: ippFaults(answer.value) };
  }

  async function prepare(page: PrintablePage): Promise<Result<ReadyPage>> {
    const capabilities = await ask();
    if (!capabilities.ok) return capabilities;
    const calls = await printJobs(options, capabilities.value, page);
    if (!calls.ok) return calls;
    return ok((cancel, pause) =>
      handOverParts(
        calls.value.map((call) => () => printOnce(name, page, call, cancel)),
        cancel,
        pause,
      ),
    );
  }

  async function describe(): Promise<PrinterInfo> {
    const [capabilities, faults] = await Promise.all([ask(), readiness.faults()]);
    if (!capabilities.ok) return { name, kind: 'ipp', dpis: [], media: [], state: 'unreachable', address: uri };
    const { dpis, media, state, bare } = capabilities.value;
    const said = faults === null ? {} : { faults: [...faults] };
    return { name, kind: 'ipp', dpis, media, state, address: uri, ...said, ...(bare === null ? {} : { bare }) };
  }

  return {
    name,
    describe,
    prepare,
    untilReady: readiness.wait,
    faults: () => readiness.faults(),
    // A printer may forget its jobs at any time, so that a missing job proves nothing.
    recall: () => Promise.resolve('unknown'),
    close: () => Promise.resolve(ok(null)),
  };
}

/** The IPP calls that print one page with its copies, usually a single one. */
async function printJobs(
  options: IppPrinterOptions,
  capabilities: IppCapabilities,
  page: PrintablePage,
): Promise<Result<readonly IppCall[]>> {
  const { format, rasterType } = capabilities;
  if (format === null) return err(deliveryFailed(options.name, 'supports neither PWG raster nor PNG'));
  const size = fitMedia(capabilities.media, page.widthMm, page.heightMm);
  const wrongDpi = capabilities.dpis.length > 0 && !capabilities.dpis.includes(page.dpi);
  if (size === null || wrongDpi) {
    return err(mediaUnsupported(options.name, page));
  }
  const copiesByPrinter =
    !capabilities.isCups &&
    capabilities.supports('copies') &&
    Math.min(page.copies, COPIES_AT_ONCE) <= capabilities.maxCopies;
  const raster = format === 'image/pwg-raster' && rasterType !== null;
  const callFor = async (copies: number): Promise<IppCall> => ({
    uri: options.uri,
    operation: IPP_OPERATION.printJob,
    operationAttributes: {
      ...addressed(options.uri),
      'job-name': [{ type: 'string', tag: IPP_TAG.name, value: jobTitle(page) }],
      'document-format': [{ type: 'string', tag: IPP_TAG.mimeMediaType, value: format }],
      // The printer must reject the page rather than print it scaled or on other media.
      'ipp-attribute-fidelity': [{ type: 'boolean', value: true }],
    },
    jobAttributes: jobAttributes(capabilities, { ...page, copies }, size, copiesByPrinter),
    document: raster
      ? await rasterOf(page, copiesByPrinter ? 1 : copies, {
          type: rasterType,
          mediaName: `custom_label_${size.x / 100}x${size.y / 100}mm`,
        })
      : [page.png],
    timeoutMs: options.printTimeoutMs ?? PRINT_TIMEOUT_MS,
  });
  const bitBytes = Math.max(1, page.bitmap.bits.length);
  const sheets = Math.max(1, Math.min(COPIES_AT_ONCE, Math.floor(PART_BYTES / bitBytes)));
  const counts = copyParts(page.copies, copiesByPrinter ? COPIES_AT_ONCE : raster ? sheets : 1);
  // All parts but the last are the same.
  const last = await callFor(counts.at(-1) ?? 1);
  const full = counts.length > 1 ? await callFor(counts[0] ?? 1) : last;
  return ok(counts.map((_, i) => (i < counts.length - 1 ? full : last)));
}

/** The page is encoded once: its copies share the same bytes and take no further memory. */
async function rasterOf(
  page: PrintablePage,
  copies: number,
  options: Omit<RasterOptions, 'totalPages'>,
): Promise<readonly Uint8Array[]> {
  const sheet = await gathered(encodeRasterPage({ ...page.bitmap, dpi: page.dpi }, { ...options, totalPages: copies }));
  return [RASTER_SYNC, ...Array.from({ length: copies }, () => sheet)];
}

function jobAttributes(
  capabilities: IppCapabilities,
  page: PrintablePage,
  size: { readonly x: number; readonly y: number },
  copiesByPrinter: boolean,
): Record<string, readonly IppValue[]> {
  const mediaSize = collection({ 'x-dimension': integer(size.x), 'y-dimension': integer(size.y) });
  const margins = Object.fromEntries(
    ['top', 'bottom', 'left', 'right'].map((side) => [`media-${side}-margin`, integer(0)] as const),
  );
  const wanted: Record<string, IppValue> = {
    'media-col': collection({ 'media-size': mediaSize, ...(capabilities.zeroMargins ? margins : {}) }),
    ...(capabilities.requestDpis.includes(page.dpi)
      ? { 'printer-resolution': { type: 'resolution', x: page.dpi, y: page.dpi, unit: 3 } as const }
      : {}),
    'print-scaling': keyword('none'),
    'orientation-requested': { type: 'enum', value: ORIENTATION_PORTRAIT },
    ...(copiesByPrinter && page.copies > 1 ? { copies: integer(page.copies) } : {}),
  };
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => (capabilities.supports(name) ? [[name, [value]] as const] : [])),
  );
}

/** IPP names are at most 255 bytes. */
function jobTitle(page: PrintablePage): string {
  return `${page.job.jobName.slice(0, 60)} ${page.sequence}`.trim();
}

async function printOnce(printer: string, page: PrintablePage, call: IppCall, cancel: AbortSignal): Promise<HandOver> {
  for (let attempt = 0; ; attempt++) {
    const answer = await callIpp(call);
    if (!answer.ok) {
      const { delivered, reason } = answer.error;
      return delivered ? { type: 'inDoubt', reason } : { type: 'failed', problem: deliveryFailed(printer, reason) };
    }
    if (answer.value.code < FIRST_ERROR_STATUS) return { type: 'spooled' };
    if (!BUSY.has(answer.value.code) || attempt === BUSY_RETRIES) {
      return { type: 'failed', problem: refusal(printer, page, answer.value) };
    }
    await sleep(BUSY_WAIT_MS, undefined, { signal: cancel }).catch(() => undefined);
    if (cancel.aborted) return CANCELLED;
  }
}

function refusal(printer: string, page: PrintablePage, answer: IppMessage): Problem {
  return UNSUPPORTED.has(answer.code) ? mediaUnsupported(printer, page) : deliveryFailed(printer, statusText(answer));
}

function mediaUnsupported(printer: string, { widthMm, heightMm, dpi }: PrintablePage): Problem {
  return problem('assistant.mediaUnsupported', { printer, widthMm, heightMm, dpi });
}

function statusText(answer: IppMessage): string {
  return `IPP status 0x${answer.code.toString(16).padStart(4, '0')}`;
}

function addressed(uri: string): Record<string, readonly IppValue[]> {
  return {
    'printer-uri': [{ type: 'string', tag: IPP_TAG.uri, value: uri }],
    'requesting-user-name': [{ type: 'string', tag: IPP_TAG.name, value: 'labelwright' }],
  };
}

function deliveryFailed(printer: string, reason: string): Problem {
  return problem('assistant.deliveryFailed', { printer, reason });
}
