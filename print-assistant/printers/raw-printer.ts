import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { CompressRows } from '#printing/languages/printer-language.ts';
import type { PrinterFault } from '#protocol/printer-info.ts';
import type { PrinterLanguageName } from '#protocol/printer-settings.ts';
import { settingsOf, type PrinterSetup } from '#protocol/printer-setup.ts';
import { createReadiness, type Readiness, type ReadinessTimes, type StatusAnswer } from '#printing/status/readiness.ts';
import { statusQuestion } from '#printing/status/questions.ts';
import { gathered } from '../turns.ts';
import type { ByteConnection, ByteConnectionTimeouts, Sent } from './byte-connection.ts';
import {
  CANCELLED,
  copyParts,
  handOverParts,
  type HandOver,
  type PrintablePage,
  type PrinterDriver,
  NODE_CLOCK,
} from './printer-driver.ts';
import type { RawAddress } from './raw-address.ts';
import { createRawConnection } from './raw-connection.ts';

const TIMEOUTS: ByteConnectionTimeouts = { connectMs: 3_000, writeTimeoutMs: 90_000, statusMs: 1_000 };
/** Retries for a printer that serves another client. */
const BUSY_RETRIES = 20;
const BUSY_WAIT_MS = 1_000;

export interface RawPrinterOptions {
  readonly name: string;
  readonly address: RawAddress;
  readonly timeouts?: Partial<ByteConnectionTimeouts>;
  readonly times?: Partial<ReadinessTimes>;
}

/**
 * A printer that takes its own language on a port or device file. It reports nothing about pages: one is spooled when
 * the printer has taken all its bytes. It may report its status, and then a page waits until it can print.
 */
export function createRawPrinter({ name, address, timeouts, times }: RawPrinterOptions): PrinterDriver {
  const { dpis, settings, target } = address;
  const ownSetup = setupOf(address);
  const line = createRawConnection(address.target, { ...TIMEOUTS, ...timeouts });
  let sending = 0;
  const askers = new Map<PrinterLanguageName, Readiness>();

  /** Null where the printer cannot be queried. */
  function readiness({ language }: PrinterSetup): Readiness | null {
    const question = statusQuestion(language);
    if (question === null || language === null || line.status === undefined) return null;
    const ask = (): Promise<StatusAnswer> => line.status?.(question) ?? Promise.resolve({ type: 'noResponse' });
    const present = askers.get(language) ?? createReadiness({ ask, clock: NODE_CLOCK, times });
    askers.set(language, present);
    return present;
  }

  async function faultsOf(setup: PrinterSetup): Promise<readonly PrinterFault[] | null> {
    return sending > 0 ? null : ((await readiness(setup)?.faults()) ?? null);
  }

  async function send(document: readonly Uint8Array[], cancel: AbortSignal): Promise<HandOver> {
    sending++;
    try {
      return await sendWhenFree(name, line, document, cancel);
    } finally {
      sending--;
    }
  }

  return {
    name,
    async describe(setup = ownSetup) {
      const faults = await faultsOf(setup);
      // A printer that takes one of our pages may accept no second connection.
      const isThere = sending > 0 || (faults === null ? await line.isThere() : !faults.includes('offline'));
      const state = sending > 0 ? 'processing' : isThere ? 'idle' : 'unreachable';
      return {
        ...(faults === null ? {} : { faults: [...faults] }),
        name,
        kind: 'raw',
        dpis: [...dpis],
        media: [],
        state,
        setup: ownSetup,
        address: targetText(target),
      };
    },
    async untilReady(cancel, setup = ownSetup) {
      await readiness(setup)?.wait(cancel);
    },
    faults: (setup = ownSetup) => faultsOf(setup),
    async prepare(page: PrintablePage, setup: PrinterSetup = ownSetup) {
      const { widthMm, heightMm, dpi, copies, bitmap } = page;
      if (setup.language === null) return err(problem('assistant.noLanguage', { printer: name }));
      const heads = dpis.length > 0 || setup.dpi === null ? dpis : [setup.dpi];
      if (heads.length > 0 && !heads.includes(dpi)) {
        return err(problem('assistant.mediaUnsupported', { printer: name, widthMm, heightMm, dpi }));
      }
      const language = LANGUAGES[setup.language];
      const encode = async (count: number): Promise<readonly Uint8Array[]> => {
        // Node's zlib gives the same bytes as pako, several times as fast.
        const compress: CompressRows = (rows) => deflateSync(rows);
        const commands = language.encode({ ...bitmap, dpi, copies: count }, settingsOf(setup, settings), compress);
        return [language.opening, await gathered(commands)];
      };
      // All parts but the last are the same bytes.
      const counts = copyParts(copies);
      const last = await encode(counts.at(-1) ?? 1);
      const full = counts.length > 1 ? await encode(counts[0] ?? 1) : last;
      const documents = counts.map((_, i) => (i < counts.length - 1 ? full : last));
      return ok((cancel, pause) =>
        handOverParts(
          documents.map((document) => () => send(document, cancel)),
          cancel,
          pause,
        ),
      );
    },
    // It cannot be queried.
    recall: () => Promise.resolve('unknown'),
    close: () => Promise.resolve(ok(null)),
  };
}

function setupOf({ language, dpis, settings }: RawAddress): PrinterSetup {
  const { darkness, speed, media, gapMm, finish } = settings;
  return { language, dpi: dpis[0] ?? null, darkness, speed, media, gapMm, finish };
}

function targetText(target: RawAddress['target']): string {
  if (target.type === 'tcp') return `socket://${target.host}:${target.port}`;
  return target.type === 'device' ? target.path : target.uri;
}

async function sendWhenFree(
  printer: string,
  line: ByteConnection,
  document: readonly Uint8Array[],
  cancel: AbortSignal,
): Promise<HandOver> {
  for (let attempt = 0; ; attempt++) {
    if (cancel.aborted) return CANCELLED;
    const sent: Sent = await line.send(document);
    if (sent.type === 'taken') return { type: 'spooled' };
    if (sent.type === 'broken') return { type: 'inDoubt', reason: sent.reason };
    if (!sent.busy || attempt === BUSY_RETRIES) {
      return { type: 'failed', problem: problem('assistant.deliveryFailed', { printer, reason: sent.reason }) };
    }
    await sleep(BUSY_WAIT_MS, undefined, { signal: cancel }).catch(() => undefined);
  }
}
