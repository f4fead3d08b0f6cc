import { isIP } from 'node:net';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogOptions } from './observe/log.ts';
import { requestLanguage } from './outcomes/messages.ts';

/** What the environment may say about how the server runs. */
export interface Settings {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly dataDir: string;
  readonly webDir: string;
  readonly assistantPort: number;
  readonly assistantKey: string | null;
  readonly assistantFolder?: string;
  /** The demo account's password; null for one made at random. */
  readonly demoPassword: string | null;
  /** What the operator has said of the accounts' limits. */
  readonly accountLimits: { readonly maxTemplates?: number };
  /** How many proxies stand in front of the server, or which ones: their `X-Forwarded-…` headers are believed. */
  readonly trustProxy?: number | readonly string[];
  /** Names by which this server may be called, beside the machine's own. */
  readonly allowedHosts: readonly string[];
  /** For the files of all accounts together. */
  readonly maxStorageBytes?: number;
  readonly log: LogOptions;
  readonly metricsToken?: string;
  readonly shutdownDelayMs: number;
  /** The language of the person at the console, for the names of the sample templates. */
  readonly language: Language;
}

/** Reads the settings. The error is one line for the person who started the server. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const port = readPort(environment, 'PORT', 8080);
  if (!port.ok) return port;
  const assistantPort = readPort(environment, 'ASSISTANT_PORT', 9004);
  if (!assistantPort.ok) return assistantPort;
  const maxTemplates = readCount(environment, 'MAX_TEMPLATES');
  if (!maxTemplates.ok) return maxTemplates;
  const trustProxy = readTrustProxy(given(environment['TRUST_PROXY']));
  if (!trustProxy.ok) return trustProxy;
  const format = readChoice(environment, 'LOG_FORMAT', LOG_FORMATS, 'plain');
  if (!format.ok) return format;
  const level = readChoice(environment, 'LOG_LEVEL', LOG_LEVELS, 'info');
  if (!level.ok) return level;
  const shutdownDelay = readCount(environment, 'SHUTDOWN_DELAY');
  if (!shutdownDelay.ok) return shutdownDelay;
  const maxStorage = readBytes(environment, 'MAX_STORAGE');
  if (!maxStorage.ok) return maxStorage;
  const metricsToken = given(environment['METRICS_TOKEN']);
  const assistantFolder = given(environment['ASSISTANT_FILES_DIR']);
  const host = given(environment['HOST']) ?? '127.0.0.1';
  return ok({
    accountLimits: maxTemplates.value === null ? {} : { maxTemplates: maxTemplates.value },
    host,
    ...(trustProxy.value === null ? {} : { trustProxy: trustProxy.value }),
    allowedHosts: [host, ...listed(environment['ALLOWED_HOSTS'])].map((name) => name.toLowerCase()),
    port: port.value,
    dataDir: given(environment['DATA_DIR']) ?? 'data',
    webDir: given(environment['WEB_DIR']) ?? 'dist/web',
    assistantPort: assistantPort.value,
    ...(assistantFolder === undefined ? {} : { assistantFolder }),
    assistantKey: given(environment['ASSISTANT_PAIRING_KEY']) ?? null,
    demoPassword: given(environment['DEMO_PASSWORD']) ?? null,
    log: { format: format.value, level: level.value },
    ...(maxStorage.value === null ? {} : { maxStorageBytes: maxStorage.value }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    shutdownDelayMs: (shutdownDelay.value ?? 0) * 1000,
    language: requestLanguage({ language: environment['LC_ALL'] ?? environment['LANG'] }),
  });
}

function readPort(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
): Result<number, string> {
  const text = given(environment[name]);
  if (text === undefined) return ok(otherwise);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return port <= 65_535 ? ok(port) : err(`${name} must be a number from 0 to 65535, not "${text}".`);
}

/** Null where the variable is not set. */
function readCount(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): Result<number | null, string> {
  const text = given(environment[name]);
  if (text === undefined) return ok(null);
  return /^[1-9]\d{0,8}$/.test(text) ? ok(Number(text)) : err(`${name} must be a number from 1 on, not "${text}".`);
}

/** `500MB`, `20 GB` or a plain number of bytes; null where the variable is not set. */
function readBytes(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): Result<number | null, string> {
  const text = given(environment[name]);
  if (text === undefined) return ok(null);
  const [, digits, unit = ''] = /^([1-9]\d{0,14})\s*(MB|GB|TB|)$/i.exec(text) ?? [];
  if (digits === undefined) return err(`${name} must be a size such as 500MB or 20GB, not "${text}".`);
  return ok(Number(digits) * { '': 1, mb: 1e6, gb: 1e9, tb: 1e12 }[unit.toLowerCase() as '' | 'mb' | 'gb' | 'tb']);
}

function readChoice<Choice extends string>(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  choices: readonly Choice[],
  otherwise: Choice,
): Result<Choice, string> {
  const text = given(environment[name]);
  const found = choices.find((choice) => choice === (text ?? otherwise));
  return found === undefined ? err(`${name} must be one of ${choices.join(', ')}, not "${text}".`) : ok(found);
}

/** A number of proxies, or a list of their addresses and networks. */
function readTrustProxy(text: string | undefined): Result<number | readonly string[] | null, string> {
  if (text === undefined || text === '0') return ok(null);
  if (/^\d$/.test(text)) return ok(Number(text));
  const addresses = listed(text);
  if (addresses.every(isProxyAddress)) return ok(addresses);
  return err(
    `TRUST_PROXY must be the number of proxies in front of the server or a list of their addresses, not "${text}".`,
  );
}

/** An address, a network (`10.0.0.0/8`), or one of the names that stand for the private networks. */
function isProxyAddress(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function listed(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
