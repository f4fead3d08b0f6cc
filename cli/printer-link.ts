import { hostname, userInfo } from 'node:os';
import { WebSocket as NodeWebSocket } from 'ws';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { AssistantInfo, PrinterInfo } from '#protocol/assistant.ts';
import { COMMAND_LINE_ORIGIN, PairingSchema, type Pairing } from '#protocol/assistant-pairing.ts';
import { createAssistantClient, type AssistantClient } from '#services/assistant/assistant-client.ts';
import { cannotWrite } from '#headless/output-folder.ts';
import type { PrintTarget } from './print-options.ts';
import { X509Certificate } from 'node:crypto';
import { readFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { PrinterFault } from '#protocol/printer-info.ts';
import { dirname } from 'node:path';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { createNonce, type OwnPairing, type PairingKeeper } from '#services/assistant/own-pairing.ts';

/**
 * Makes this program trust the assistant's authority, in addition to the default ones. It is in the named file, or else
 * where assistants of this user and of this installation keep theirs; an assistant that uses plain text needs none.
 * Problem: `file.unreadable` where the named one is no certificate.
 */
async function trustAssistant({
  authorityPath: named,
  ownAuthorityPaths,
}: Pick<PrintTarget, 'authorityPath' | 'ownAuthorityPaths'>): Promise<Result<null>> {
  const paths = named === null ? ownAuthorityPaths : [named];
  const found = (await Promise.all(paths.map(readCertificate))).filter((certificate) => certificate !== null);
  if (named !== null && found.length === 0) return err(problem('file.unreadable', { file: named }, '--assistant-ca'));
  if (found.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...found]);
  return ok(null);
}

/** PEM; null when it is not a certificate. */
async function readCertificate(path: string): Promise<string | null> {
  try {
    return new X509Certificate(await readFile(path)).toString();
  } catch {
    return null;
  }
}

const MAX_NAME = 60;

/** A paired assistant and the requested printer. */
export interface PrinterLink {
  readonly client: AssistantClient;
  /** Names the assistant's record of printed pages; see `AssistantInfo`. */
  readonly instance: string;
  readonly printer: PrinterInfo;
}

/**
 * Connects to the assistant of this machine, pairs with it where necessary, and finds the printer. The caller closes
 * it. Problems: those of `AssistantClient.connect` and `pair`; `assistant.printerUnknown` with all names as `known`;
 * `file.unreadable` for its authority's certificate.
 */
export async function openPrinterLink(
  target: PrintTarget,
  listener: PrintListener,
  signal: AbortSignal,
): Promise<Result<PrinterLink>> {
  const trusted = await trustAssistant(target);
  if (!trusted.ok) return trusted;
  const client = createClient(target, listener);
  const link = await findPrinter(client, target, listener, signal);
  if (!link.ok) client.close();
  return link;
}

async function findPrinter(
  client: AssistantClient,
  target: PrintTarget,
  listener: PrintListener,
  signal: AbortSignal,
): Promise<Result<PrinterLink>> {
  const first = await client.connect(signal);
  const connected =
    !first.ok && first.error.code === 'assistant.notPaired' ? await pair(client, target, listener, signal) : first;
  if (!connected.ok) return connected;
  const printers = await client.printers(signal);
  if (!printers.ok) return printers;
  const printer = printers.value.find(({ name }) => name === target.printer);
  if (printer === undefined) {
    const known = printers.value.map(({ name }) => name).join(', ');
    return err(problem('assistant.printerUnknown', { known }, `--printer ${target.printer}`));
  }
  return ok({ client, instance: connected.value.instance, printer });
}

/** Makes the assistant show its code, unless the user has provided it. */
async function pair(
  client: AssistantClient,
  { pairingCode }: PrintTarget,
  listener: PrintListener,
  signal: AbortSignal,
): Promise<Result<AssistantInfo>> {
  let code = pairingCode;
  if (code === null) {
    const shown = await client.askForCode(signal);
    if (!shown.ok) return shown;
    code = await listener.pairingCode(client.pageUrl(), signal);
  }
  if (code === null) return err(problem('assistant.notPaired'));
  const paired = await client.pair(code, signal);
  return paired.ok ? client.connect(signal) : { ...paired, error: { ...paired.error, path: '--pairing-code' } };
}

function createClient({ assistantPort, pairingPath: path }: PrintTarget, listener: PrintListener): AssistantClient {
  const fromHere: typeof fetch = (input, init) => fetch(input, { ...init, headers: { origin: COMMAND_LINE_ORIGIN } });
  return createAssistantClient({
    url: `ws://127.0.0.1:${assistantPort}`,
    WebSocket: CommandLineSocket as unknown as typeof WebSocket,
    fetch: fromHere,
    pairing: {
      keeper: createPairingFile(path, (error) => listener.notice(cannotWrite(path, error))),
      ticket: () => Promise.resolve(null),
      browser: `${userName()}@${hostname()}`.slice(0, MAX_NAME),
    },
  });
}

/** In a container the user may have only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/** The browser's WebSocket, as far as the client needs it, with a header that this end is not a page. */
class CommandLineSocket extends NodeWebSocket {
  constructor(url: string | URL) {
    super(url, { origin: COMMAND_LINE_ORIGIN, perMessageDeflate: false });
  }
}

/** Receives events and questions while pages go to a printer. */
export interface PrintListener {
  notice(notice: Problem): void;
  /** The assistant now shows a code on its page. Null without a user to enter it. */
  pairingCode(pageUrl: string, signal: AbortSignal): Promise<string | null>;
  /** The current faults that keep the printer from printing, at each change; empty when there are none. */
  faults(faults: readonly PrinterFault[]): void;
  /** The assistant cannot be reached; the client retries. */
  away(reason: Problem): void;
}

/**
 * Keeps the pairing in a file that only this user can read. An unreadable one counts as none. `onLost` is called when
 * it cannot be written: the pairing is valid for this run only.
 */
export function createPairingFile(path: string, onLost: (error: unknown) => void): PairingKeeper {
  let held: OwnPairing | null = null;
  return {
    async load() {
      held ??= parse(await readFile(path, 'utf8').catch(() => '')) ?? { client: createNonce(), pairing: null };
      return held;
    },
    async save(own) {
      held = own;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const draft = `${path}.${process.pid}.part`;
        await rm(draft, { force: true });
        await writeFile(draft, `${JSON.stringify(own)}\n`, { mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        onLost(error);
      }
    },
  };
}

function parse(text: string): OwnPairing | null {
  const { client, pairing = null } = parseJsonObject(text) ?? {};
  if (typeof client !== 'string' || !/^[0-9a-f]{64}$/.test(client)) return null;
  return { client, pairing: Check(PairingSchema, pairing) ? (pairing as Pairing) : null };
}
