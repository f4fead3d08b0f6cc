import { isIPv4 } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { ASSISTANT_PORT } from '#protocol/assistant.ts';
import { KEEP_LIMITS, type KeepLimits } from './cleaning.ts';
import type { DiscoveryOptions } from './discovery/discovery.ts';
import { type AddressedPrinter, readPrinterAddress } from './printers/address-source.ts';
import { FOLDER_FORMATS, type FolderFormat } from './printers/folder-printer.ts';

export interface Settings {
  readonly port: number;
  readonly origins: readonly string[];
  readonly openOrigins: readonly string[];
  readonly pairingKey: string | null;
  readonly folder: string;
  readonly folderFormat: FolderFormat;
  readonly printers: readonly AddressedPrinter[];
  readonly keep: KeepLimits;
  /** Whether connections use TLS. */
  readonly tls: boolean;
  readonly discovery: Pick<DiscoveryOptions, 'interfaces'> | null;
}

const DEFAULT_ORIGINS = 'http://127.0.0.1:8080,http://localhost:8080';
const BYTES_PER_MB = 1024 * 1024;
const DEFAULT_FOLDER = 'data/assistant';

/** Parses the environment; the error is one line for the console. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const port = Number(env['ASSISTANT_PORT'] ?? ASSISTANT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return err('ASSISTANT_PORT must be a port number');
  const folderFormat = FOLDER_FORMATS.find((format) => format === (env['FOLDER_FORMAT'] ?? 'png'));
  if (folderFormat === undefined) return err('FOLDER_FORMAT must be png or pdf');
  const origins = readOrigins(env, 'ASSISTANT_ORIGINS', DEFAULT_ORIGINS);
  if (!origins.ok) return origins;
  const openOrigins = readOrigins(env, 'ASSISTANT_OPEN_ORIGINS', '');
  if (!openOrigins.ok) return openOrigins;
  const printers = readPrinters(env['ASSISTANT_PRINTERS'] ?? '');
  if (!printers.ok) return printers;
  const days = readCount(env['ASSISTANT_KEEP_DAYS'], KEEP_LIMITS.days);
  if (days === null) return err('ASSISTANT_KEEP_DAYS must be a number of days of at least 1');
  const megabytes = readCount(env['ASSISTANT_KEEP_MB'], KEEP_LIMITS.bytes / BYTES_PER_MB);
  if (megabytes === null) return err('ASSISTANT_KEEP_MB must be a number of megabytes of at least 1');
  const tls = env['ASSISTANT_TLS'] || 'off';
  if (tls !== 'on' && tls !== 'off') return err('ASSISTANT_TLS must be on or off');
  const discovery = readDiscovery(env['ASSISTANT_DISCOVERY'] || 'on');
  if (discovery === undefined) return err('ASSISTANT_DISCOVERY must be on, off or addresses such as 192.0.2.4');
  return ok({
    port,
    origins: origins.value,
    openOrigins: openOrigins.value,
    pairingKey: env['ASSISTANT_PAIRING_KEY'] || null,
    folder: env['ASSISTANT_DIR'] ?? DEFAULT_FOLDER,
    folderFormat,
    printers: printers.value,
    keep: { days, bytes: megabytes * BYTES_PER_MB },
    tls: tls === 'on',
    discovery,
  });
}

/** `on`, `off`, or comma-separated addresses of the machine's interfaces; undefined for anything else. */
function readDiscovery(text: string): Settings['discovery'] | undefined {
  if (text === 'off') return null;
  if (text === 'on') return { interfaces: null };
  const interfaces = splitList(text);
  return interfaces.length > 0 && interfaces.every(isIPv4) ? { interfaces } : undefined;
}

/** Null when it is no whole number from 1 on. */
function readCount(text: string | undefined, otherwise: number): number | null {
  if (text === undefined || text === '') return otherwise;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Where programs of this user store their data. */
export function userFolder(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
  const home = homedir();
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? home, 'Labelwright', 'assistant');
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'labelwright-assistant');
}

/** True for an origin as browsers send it. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function readOrigins(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: string,
): Result<readonly string[], string> {
  const origins = splitList(env[name] ?? otherwise);
  const wrong = origins.find((origin) => !isOrigin(origin));
  return wrong === undefined ? ok(origins) : err(`${name}: ${wrong} is not an origin such as http://127.0.0.1:8080`);
}

/** `{"name": "address"}`, or `name=address,name=address` where no address has a comma. */
function readPrinters(text: string): Result<readonly AddressedPrinter[], string> {
  const pairs = text.trim().startsWith('{') ? parseJsonPairs(text) : splitList(text).map(splitPair);
  const wrong = err('ASSISTANT_PRINTERS must be {"name": "ipp://…"} or name=ipp://…,name=ipp://…');
  if (pairs === null) return wrong;
  const printers: AddressedPrinter[] = [];
  for (const [name, uri] of pairs) {
    if (name === '' || typeof uri !== 'string' || uri === '') return wrong;
    const printer = readPrinterAddress(name, uri);
    if (!printer.ok) return err(`ASSISTANT_PRINTERS: ${printer.error}`);
    printers.push(printer.value);
  }
  return ok(printers);
}

function parseJsonPairs(text: string): readonly (readonly [string, unknown])[] | null {
  try {
    return Object.entries(JSON.parse(text) as Record<string, unknown>);
  } catch {
    return null;
  }
}

function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()];
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
