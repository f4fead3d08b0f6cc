import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { CALLS, UPLOAD_LIMITS, type CallName, type Language } from '#protocol/api.ts';
import { PAYLOAD_KEY_BYTES } from '#protocol/payload.ts';
import { SPACE_BYTES, type AccountLimits } from './core/account-limits.ts';
import type { PayloadSettings } from './http/payloads.ts';
import { ALL_FREE, NONE_FREE, parsePrivileges, type PrivilegeRules } from './membership/privileges.ts';
import { readMessageSettings } from './accounts/message-settings.ts';
import type { MessageSettings } from './accounts/messenger.ts';
import { readOfficeSettings, type OfficeSettings } from './documents/office-settings.ts';
import { LOG_FORMATS, LOG_LEVELS, type LogOptions } from './core/observe/log.ts';
import { readProviders, type OidcProvider } from './accounts/provider-settings.ts';
import { requestLanguage } from './core/messages.ts';
import { readPaymentSettings } from './membership/payments/payment-settings.ts';
import type { PaymentSettings } from './membership/payments/open-payments.ts';
import { readStorageSettings, type StorageSettings } from './storage-settings.ts';

/** An image is part of the template's file, which has a limit of its own. */
const MAX_IMAGE_KB = UPLOAD_LIMITS.cloudSheetBytes / 1024;

/** Factor between a member's space and that of other users. */
const MEMBER_SPACE = 10;

/** The environment's settings of the server. */
export interface Settings extends StorageSettings {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly webDir: string;
  readonly assistantPort: number;
  readonly assistantKey: string | null;
  readonly assistantFolder?: string;
  /** The demo account's password; null for a random one. */
  readonly demoPassword: string | null;
  /** The operator's limits of accounts. */
  readonly accountLimits: Partial<
    Pick<AccountLimits, 'maxTemplates' | 'imageBytes' | 'spaceBytes' | 'memberSpaceBytes'>
  >;
  /** The number of proxies in front of the server, or their addresses: their `X-Forwarded-…` headers are trusted. */
  readonly trustProxy?: number | readonly string[];
  /** Names by which this server may be called, in addition to the machine's own. */
  readonly allowedHosts: readonly string[];
  /** Hosts in private networks from which users may fetch spreadsheets; others there are rejected. */
  readonly netAllowedHosts: readonly string[];
  /** For the files of all accounts together. */
  readonly maxStorageBytes?: number;
  readonly log: LogOptions;
  readonly metricsToken?: string;
  readonly shutdownDelayMs: number;
  /** Rendering threads of this process. */
  readonly workers: number;
  /** The calls that are encrypted in addition to TLS. */
  readonly payloads?: PayloadSettings;
  /** Settings of mail and SMS. */
  readonly messages: MessageSettings;
  readonly oidcProviders: readonly OidcProvider[];
  /** The address of this product in browsers. */
  readonly publicUrl?: string;
  /** A file of breached passwords. */
  readonly breachedPasswords?: string;
  /** Accounts that operate the installation. */
  readonly operators: readonly string[];
  /** Privileges of users who are not members. */
  readonly privileges: PrivilegeRules;
  /** Payment settings; null where membership is off. */
  readonly payments: PaymentSettings | null;
  /** Whether and how office files are converted. */
  readonly office: OfficeSettings;
  /** The console's language, for the names of the sample templates. */
  readonly language: Language;
}

/** Reads the settings. The error is one line for the person who started the server. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Result<Settings, string> {
  const port = readPort(environment, 'PORT', 8080);
  if (!port.ok) return port;
  const assistantPort = readPort(environment, 'ASSISTANT_PORT', 9004);
  if (!assistantPort.ok) return assistantPort;
  const trustProxy = readTrustProxy(given(environment['TRUST_PROXY']));
  if (!trustProxy.ok) return trustProxy;
  const netAllowedHosts = readHosts(environment, 'NET_ALLOWED_HOSTS');
  if (!netAllowedHosts.ok) return netAllowedHosts;
  const format = readChoice(environment, 'LOG_FORMAT', LOG_FORMATS, 'plain');
  if (!format.ok) return format;
  const level = readChoice(environment, 'LOG_LEVEL', LOG_LEVELS, 'info');
  if (!level.ok) return level;
  const shutdownDelay = readCount(environment, 'SHUTDOWN_DELAY', 0);
  if (!shutdownDelay.ok) return shutdownDelay;
  const workers = readCount(environment, 'WORKERS', 0);
  if (!workers.ok) return workers;
  const maxStorage = readBytes(environment, 'MAX_STORAGE');
  if (!maxStorage.ok) return maxStorage;
  const metricsToken = given(environment['METRICS_TOKEN']);
  const storage = readStorageSettings(environment);
  if (!storage.ok) return storage;
  const payloads = readPayloads(given(environment['PAYLOAD_KEY']), listed(environment['PAYLOAD_CALLS']));
  if (!payloads.ok) return payloads;
  const messages = readMessageSettings(environment);
  if (!messages.ok) return messages;
  const oidcProviders = readOidcProviders(given(environment['OIDC_PROVIDERS']));
  if (!oidcProviders.ok) return oidcProviders;
  const publicUrl = readPublicUrl(given(environment['PUBLIC_URL']));
  if (!publicUrl.ok) return publicUrl;
  const payments = readPaymentSettings(environment, publicUrl.value);
  if (!payments.ok) return payments;
  const accountLimits = readAccountLimits(environment, payments.value !== null);
  if (!accountLimits.ok) return accountLimits;
  const privileges = readPrivileges(given(environment['FREE_PRIVILEGES']), payments.value !== null);
  if (!privileges.ok) return privileges;
  const office = readOfficeSettings(environment);
  if (!office.ok) return office;
  const breachedPasswords = given(environment['BREACHED_PASSWORDS']);
  const assistantFolder = given(environment['ASSISTANT_FILES_DIR']);
  const host = given(environment['HOST']) ?? '127.0.0.1';
  return ok({
    accountLimits: accountLimits.value,
    host,
    ...(trustProxy.value === null ? {} : { trustProxy: trustProxy.value }),
    ...(payloads.value === null ? {} : { payloads: payloads.value }),
    allowedHosts: [host, ...listed(environment['ALLOWED_HOSTS'])].map((name) => name.toLowerCase()),
    netAllowedHosts: netAllowedHosts.value,
    port: port.value,
    ...storage.value,
    messages: messages.value,
    oidcProviders: oidcProviders.value,
    ...(publicUrl.value === null ? {} : { publicUrl: publicUrl.value }),
    webDir: given(environment['WEB_DIR']) ?? 'dist/web',
    assistantPort: assistantPort.value,
    ...(assistantFolder === undefined ? {} : { assistantFolder }),
    assistantKey: given(environment['ASSISTANT_PAIRING_KEY']) ?? null,
    demoPassword: given(environment['DEMO_PASSWORD']) ?? null,
    log: { format: format.value, level: level.value },
    ...(maxStorage.value === null ? {} : { maxStorageBytes: maxStorage.value }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    workers: workers.value ?? 1,
    shutdownDelayMs: (shutdownDelay.value ?? 0) * 1000,
    ...(breachedPasswords === undefined ? {} : { breachedPasswords }),
    operators: listed(environment['OPERATORS']),
    privileges: privileges.value,
    payments: payments.value,
    office: office.value,
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

/** The configured limits; others have their defaults. Members have more space, unless `MEMBERSHIP` is off. */
function readAccountLimits(
  environment: Readonly<Record<string, string | undefined>>,
  membership: boolean,
): Result<Settings['accountLimits'], string> {
  const maxTemplates = readCount(environment, 'MAX_TEMPLATES');
  if (!maxTemplates.ok) return maxTemplates;
  const imageKb = readCount(environment, 'IMAGE_SIZE_KB');
  if (!imageKb.ok) return imageKb;
  if ((imageKb.value ?? 0) > MAX_IMAGE_KB) return err(`IMAGE_SIZE_KB must be at most ${MAX_IMAGE_KB}.`);
  const spaceMb = readCount(environment, 'SPACE_MB');
  if (!spaceMb.ok) return spaceMb;
  const memberSpaceMb = readCount(environment, 'MEMBER_SPACE_MB');
  if (!memberSpaceMb.ok) return memberSpaceMb;
  const spaceBytes = spaceMb.value === null ? SPACE_BYTES : spaceMb.value * 1024 * 1024;
  return ok({
    spaceBytes,
    ...(maxTemplates.value === null ? {} : { maxTemplates: maxTemplates.value }),
    ...(imageKb.value === null ? {} : { imageBytes: imageKb.value * 1024 }),
    ...(memberSpaceMb.value !== null
      ? { memberSpaceBytes: memberSpaceMb.value * 1024 * 1024 }
      : membership
        ? { memberSpaceBytes: MEMBER_SPACE * spaceBytes }
        : {}),
  });
}

/** Null where the variable is not set. */
function readCount(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  from: 0 | 1 = 1,
): Result<number | null, string> {
  const text = given(environment[name]);
  if (text === undefined) return ok(null);
  const isCount = /^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) >= from;
  return isCount ? ok(Number(text)) : err(`${name} must be a number from ${from} on, not "${text}".`);
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

/** Without membership all users have all privileges. */
function readPrivileges(text: string | undefined, membership: boolean): Result<PrivilegeRules, string> {
  if (!membership) return ok(ALL_FREE);
  const rules = text === undefined ? NONE_FREE : parsePrivileges(text);
  if ('free' in rules) return ok(rules);
  return err(
    `FREE_PRIVILEGES must be all, none or a list of privileges; there is none of the name "${rules.unknown}".`,
  );
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

/** Names and addresses of hosts, each with an optional port; `*.` in front includes all subdomains. */
function readHosts(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): Result<readonly string[], string> {
  const hosts = listed(environment[name]);
  const wrong = hosts.find((host) => !/^((\*\.)?[a-z\d][a-z\d.-]*|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host));
  return wrong === undefined
    ? ok(hosts)
    : err(`${name} must be a list of hosts such as files.example.com or 10.0.0.7:8080, not "${wrong}".`);
}

/** Encryption needs both a key and calls. */
function readPayloads(key: string | undefined, calls: readonly string[]): Result<PayloadSettings | null, string> {
  if (calls.length === 0) return ok(null);
  const bytes = Buffer.from(key ?? '', 'hex');
  if (bytes.length !== PAYLOAD_KEY_BYTES || key?.length !== 2 * PAYLOAD_KEY_BYTES) {
    return err(`PAYLOAD_KEY must be ${2 * PAYLOAD_KEY_BYTES} hexadecimal digits where PAYLOAD_CALLS is set.`);
  }
  const wrong = calls.find((name) => !canBeEncrypted(name));
  if (wrong !== undefined) return err(`PAYLOAD_CALLS may name POST calls of signed-in users, not "${wrong}".`);
  return ok({ key: bytes, calls: calls as CallName[] });
}

/** Not `sessionKeys`, which returns the key to a session and is unencrypted. */
function canBeEncrypted(name: string): boolean {
  if (!Object.hasOwn(CALLS, name) || name === 'sessionKeys') return false;
  const call = CALLS[name as CallName];
  return call.access === 'session' && call.method === 'POST';
}

/** An address, a network (`10.0.0.0/8`), or one of the names of the private networks. */
function isProxyAddress(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The list itself, or the path of a file with it. */
function readOidcProviders(text: string | undefined): Result<readonly OidcProvider[], string> {
  if (text === undefined) return ok([]);
  if (text.startsWith('[')) return readProviders(text);
  try {
    return readProviders(readFileSync(text, 'utf8'));
  } catch {
    return err(`OIDC_PROVIDERS names a file that can't be read: ${text}`);
  }
}

function readPublicUrl(text: string | undefined): Result<string | null, string> {
  if (text === undefined) return ok(null);
  const url = URL.parse(text);
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === '';
  return plain
    ? ok(url.origin)
    : err(`PUBLIC_URL must be an address such as https://labels.example.com, not "${text}".`);
}

function listed(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
