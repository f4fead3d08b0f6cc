import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { parseArgs } from 'node:util';
import { createAssistant, type Assistant } from './assistant.ts';
import { type BindFault, bindToServer } from './server-connection/binding-file.ts';
import { openPrivateFolder } from './files.ts';
import { openPageKey, pageUrl } from './page/page-key.ts';
import { openCertificates } from './certificate-files.ts';
import { readSettings, userFolder, type Settings } from './settings.ts';
import type { CommandLine } from './watching/watcher.ts';

const CUPS_SERVER = 'ipp://localhost:631';
const USB_CLASS = '/sys/class/usbmisc';

function stopWith(line: string): never {
  console.error(`Print assistant: ${line}`);
  process.exit(1);
}

function startFailure(error: unknown, settings: Settings): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${settings.port} is in use; set ASSISTANT_PORT to another one`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
    return `cannot write to ${settings.folder} (${code}); set ASSISTANT_DIR to another folder`;
  }
  return message;
}

const USAGE = `labelwright-assistant               starts the print assistant
labelwright-assistant --server URL --pair CODE
                                    first connects it to an account of that server, with the code created there under
                                    “Connect a print assistant”; it then prints the runs of that account
labelwright-assistant page          prints the address of its settings page
labelwright-assistant certificate   creates the TLS certificate if missing, and prints the certificate that browsers must trust
The environment variables are documented in docs/operate/print-assistant.md.`;

/** `page`: prints the address of the assistant's own page, whether an assistant runs or not. */
async function showPageAddress({ folder, port, tls }: Settings): Promise<void> {
  await openPrivateFolder(folder);
  console.log(pageUrl(port, await openPageKey(folder), tls));
}

/** `certificate`: prints the certificate to trust with TLS; created now if missing. */
async function showCertificate(settings: Settings): Promise<void> {
  const { folder, tls } = settings;
  try {
    await openPrivateFolder(folder);
    const made = await openCertificates({ folder, now: Date.now, log: (line) => console.log(line) });
    const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
    console.log(
      `${made.authorityPath}\nSHA-256 ${made.fingerprint}\nvalid until ${day(made.authorityValidTo)}, ` +
        `the assistant's own until ${day(made.validTo)} (renewed automatically)\n` +
        `TLS is ${tls ? 'on' : 'off: set ASSISTANT_TLS=on to enable it'}. ` +
        'How to make browsers trust this file: docs/operate/print-assistant.md',
    );
  } catch (error) {
    stopWith(startFailure(error, settings));
  }
}

function bindFailure({ type, server, reason }: BindFault): string {
  if (type === 'noAddress') return `${server} is not an address such as https://labels.example.com`;
  return type === 'notReached'
    ? `${server} cannot be reached: ${reason}`
    : `${server} does not accept this assistant: ${reason}`;
}

/** `--server URL --pair CODE`: binds the assistant before it runs. False for invalid arguments. */
async function bindFirst({ folder }: Settings, server: string, code: string): Promise<void> {
  try {
    await openPrivateFolder(folder);
    const bound = await bindToServer(folder, { server, code });
    if (!bound.ok) return stopWith(bindFailure(bound.error));
    if (bound.value.server.startsWith('http:')) {
      console.log('[assistant] the connection to this server is not encrypted: use https outside a trusted network');
    }
    console.log(`[assistant] connected to the account on ${bound.value.server}`);
  } catch (error) {
    stopWith(String(error));
  }
}

/** Null for anything else. */
function readWords(words: readonly string[]): { command: string | undefined; server?: string; pair?: string } | null {
  try {
    const options = { server: { type: 'string' }, pair: { type: 'string' }, help: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const { server, pair, help } = values;
    if (positionals.length > 1 || (server === undefined) !== (pair === undefined)) return null;
    const binding = server === undefined || pair === undefined ? {} : { server, pair };
    return { command: help === true ? 'help' : positionals[0], ...binding };
  } catch {
    return null;
  }
}

/** The command line of the same checkout; null for the single executable, which has none. */
function findCommandLine(): CommandLine | null {
  if (isSea()) return null;
  const main = join(import.meta.dirname, '../cli/main.ts');
  // Settings that keep its memory small: scripts/render-environment.mjs.
  const env = { MALLOC_ARENA_MAX: '1', NODE_OPTIONS: '--max-semi-space-size=2', ...process.env };
  return existsSync(main) ? { program: process.execPath, words: [main], env } : null;
}

async function run(settings: Settings, { server, pair }: { server?: string; pair?: string }): Promise<void> {
  if (server !== undefined && pair !== undefined) await bindFirst(settings, server, pair);
  const { printers, ...others } = settings;
  let assistant: Assistant;
  try {
    assistant = await createAssistant({
      ...others,
      configuredPrinters: printers,
      cupsServer: CUPS_SERVER,
      usbClass: USB_CLASS,
      commandLine: findCommandLine(),
      log: (line) => console.log(`[assistant] ${line}`),
    });
  } catch (error) {
    return stopWith(startFailure(error, settings));
  }
  stopOnSignal(assistant);
  console.log(`Print assistant listening on ${assistant.address}\nSettings page: ${assistant.pageUrl}`);
}

function stopOnSignal(assistant: Assistant): void {
  let stopping = false;
  // `disconnect`: the supervisor has ended without a signal, and nothing else would stop this process.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.on(event, () => {
      if (stopping) return;
      stopping = true;
      assistant.close().then(
        () => process.exit(0),
        (error: unknown) => stopWith(String(error)),
      );
    });
  }
}

// All files of this process are for its own user only.
process.umask(0o077);
// A single executable has no folder of its own, and is started from any.
const given = isSea() ? { ASSISTANT_DIR: userFolder(process.env, process.platform), ...process.env } : process.env;
const read = readSettings(given);
const words = readWords(process.argv.slice(2));
const command = words === null ? '' : words.command;
if (!read.ok) stopWith(read.error);
else if (words !== null && command === undefined) void run(read.value, words);
else if (command === 'page') void showPageAddress(read.value);
else if (command === 'certificate') void showCertificate(read.value);
else {
  console.log(USAGE);
  process.exitCode = command === 'help' ? 0 : 2;
}
