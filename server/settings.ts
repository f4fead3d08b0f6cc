import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Type, type Static, type TInteger, type TObject } from 'typebox';
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
import { given, listed, readVariables, type Environment } from './core/read-variables.ts';
import { readPaymentSettings } from './membership/payments/payment-settings.ts';
import type { PaymentSettings } from './membership/payments/open-payments.ts';
import { readStorageSettings, type StorageSettings } from './storage-settings.ts';

/** An image is part of the template's file, which has a limit of its own. */
const MAX_IMAGE_KB = UPLOAD_LIMITS.cloudSheetBytes / 1024;

const MIB = 1024 * 1024;

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

const Count = Type.Integer({ minimum: 1 });
const Port = (usual: number): TInteger => Type.Integer({ minimum: 0, maximum: 65_535, default: usual });

/** Settings that depend on no other one. */
const VARIABLES = {
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Port(8080),
  ALLOWED_HOSTS: Type.Array(Type.String()),
  WEB_DIR: Type.String({ default: 'dist/web' }),
  ASSISTANT_PORT: Port(9004),
  ASSISTANT_PAIRING_KEY: Type.Optional(Type.String()),
  ASSISTANT_FILES_DIR: Type.Optional(Type.String()),
  DEMO_PASSWORD: Type.Optional(Type.String()),
  LOG_FORMAT: Type.Enum(LOG_FORMATS, { default: 'plain' }),
  LOG_LEVEL: Type.Enum(LOG_LEVELS, { default: 'info' }),
  SHUTDOWN_DELAY: Type.Integer({ minimum: 0, default: 0 }),
  WORKERS: Type.Integer({ minimum: 0, default: 1 }),
  METRICS_TOKEN: Type.Optional(Type.String()),
  BREACHED_PASSWORDS: Type.Optional(Type.String()),
  OPERATORS: Type.Array(Type.String()),
  MAX_STORAGE: Type.Optional(
    Type.String({ pattern: /^[1-9]\d{0,14}\s*(MB|GB|TB|)$/i, description: 'a size such as 500MB or 20GB' }),
  ),
  MAX_TEMPLATES: Type.Optional(Count),
  IMAGE_SIZE_KB: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_IMAGE_KB })),
  SPACE_MB: Type.Integer({ minimum: 1, default: SPACE_BYTES / MIB }),
  MEMBER_SPACE_MB: Type.Optional(Count),
  PAYLOAD_CALLS: Type.Array(Type.String()),
};

/** Reads the settings. The error is one line for the person who started the server. */
export function readSettings(environment: Environment): Result<Settings, string> {
  const variables = readVariables(VARIABLES, environment);
  if (!variables.ok) return variables;
  const { value } = variables;
  const trustProxy = readTrustProxy(given(environment, 'TRUST_PROXY'));
  if (!trustProxy.ok) return trustProxy;
  const storage = readStorageSettings(environment);
  if (!storage.ok) return storage;
  const payloads = readPayloads(given(environment, 'PAYLOAD_KEY'), value.PAYLOAD_CALLS);
  if (!payloads.ok) return payloads;
  const messages = readMessageSettings(environment);
  if (!messages.ok) return messages;
  const oidcProviders = readOidcProviders(given(environment, 'OIDC_PROVIDERS'));
  if (!oidcProviders.ok) return oidcProviders;
  const publicUrl = readPublicUrl(given(environment, 'PUBLIC_URL'));
  if (!publicUrl.ok) return publicUrl;
  const payments = readPaymentSettings(environment, publicUrl.value);
  if (!payments.ok) return payments;
  const privileges = readPrivileges(given(environment, 'FREE_PRIVILEGES'), payments.value !== null);
  if (!privileges.ok) return privileges;
  const office = readOfficeSettings(environment);
  if (!office.ok) return office;
  return ok({
    host: value.HOST,
    port: value.PORT,
    allowedHosts: [value.HOST, ...value.ALLOWED_HOSTS].map((name) => name.toLowerCase()),
    netAllowedHosts: storage.value.netAllowedHosts ?? [],
    webDir: value.WEB_DIR,
    assistantPort: value.ASSISTANT_PORT,
    assistantKey: value.ASSISTANT_PAIRING_KEY ?? null,
    ...(value.ASSISTANT_FILES_DIR === undefined ? {} : { assistantFolder: value.ASSISTANT_FILES_DIR }),
    demoPassword: value.DEMO_PASSWORD ?? null,
    log: { format: value.LOG_FORMAT, level: value.LOG_LEVEL },
    shutdownDelayMs: value.SHUTDOWN_DELAY * 1000,
    workers: value.WORKERS,
    ...(value.METRICS_TOKEN === undefined ? {} : { metricsToken: value.METRICS_TOKEN }),
    ...(value.BREACHED_PASSWORDS === undefined ? {} : { breachedPasswords: value.BREACHED_PASSWORDS }),
    operators: value.OPERATORS,
    ...(value.MAX_STORAGE === undefined ? {} : { maxStorageBytes: bytesOf(value.MAX_STORAGE) }),
    accountLimits: accountLimitsOf(value, payments.value !== null),
    ...(trustProxy.value === null ? {} : { trustProxy: trustProxy.value }),
    ...(payloads.value === null ? {} : { payloads: payloads.value }),
    ...storage.value,
    messages: messages.value,
    oidcProviders: oidcProviders.value,
    ...(publicUrl.value === null ? {} : { publicUrl: publicUrl.value }),
    privileges: privileges.value,
    payments: payments.value,
    office: office.value,
    language: requestLanguage({ language: environment['LC_ALL'] ?? environment['LANG'] }),
  });
}

/** The configured limits; others have their defaults. Members have more space, unless `MEMBERSHIP` is off. */
function accountLimitsOf(
  { MAX_TEMPLATES, IMAGE_SIZE_KB, SPACE_MB, MEMBER_SPACE_MB }: Static<TObject<typeof VARIABLES>>,
  membership: boolean,
): Settings['accountLimits'] {
  const memberSpaceMb = MEMBER_SPACE_MB ?? (membership ? MEMBER_SPACE * SPACE_MB : null);
  return {
    spaceBytes: SPACE_MB * MIB,
    ...(memberSpaceMb === null ? {} : { memberSpaceBytes: memberSpaceMb * MIB }),
    ...(MAX_TEMPLATES === undefined ? {} : { maxTemplates: MAX_TEMPLATES }),
    ...(IMAGE_SIZE_KB === undefined ? {} : { imageBytes: IMAGE_SIZE_KB * 1024 }),
  };
}

/** `500MB`, `20 GB` or a plain number of bytes. */
function bytesOf(size: string): number {
  const unit = /[MGT]/i.exec(size)?.[0].toUpperCase() ?? '';
  return parseInt(size, 10) * ({ M: 1e6, G: 1e9, T: 1e12 }[unit] ?? 1);
}

/** Without membership all users have all privileges. */
function readPrivileges(text: string | null, membership: boolean): Result<PrivilegeRules, string> {
  if (!membership) return ok(ALL_FREE);
  const rules = text === null ? NONE_FREE : parsePrivileges(text);
  if ('openToAll' in rules) return ok(rules);
  return err(`FREE_PRIVILEGES must be all, none or a list of privileges; unknown privilege: "${rules.unknown}".`);
}

/** A number of proxies, or a list of their addresses and networks. */
function readTrustProxy(text: string | null): Result<number | readonly string[] | null, string> {
  if (text === null || text === '0') return ok(null);
  if (/^\d$/.test(text)) return ok(Number(text));
  const addresses = listed(text);
  if (addresses.every(isProxyAddress)) return ok(addresses);
  return err(
    `TRUST_PROXY must be the number of proxies in front of the server or a list of their addresses, not "${text}".`,
  );
}

/** Encryption needs both a key and calls. */
function readPayloads(key: string | null, calls: readonly string[]): Result<PayloadSettings | null, string> {
  if (calls.length === 0) return ok(null);
  const bytes = Buffer.from(key ?? '', 'hex');
  if (bytes.length !== PAYLOAD_KEY_BYTES || key?.length !== 2 * PAYLOAD_KEY_BYTES) {
    return err(`PAYLOAD_KEY must be ${2 * PAYLOAD_KEY_BYTES} hexadecimal digits if PAYLOAD_CALLS is set.`);
  }
  const wrong = calls.find((name) => !canBeEncrypted(name));
  if (wrong !== undefined) return err(`PAYLOAD_CALLS may only name POST calls of signed-in users, not "${wrong}".`);
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
function readOidcProviders(text: string | null): Result<readonly OidcProvider[], string> {
  if (text === null) return ok([]);
  if (text.startsWith('[')) return readProviders(text);
  try {
    return readProviders(readFileSync(text, 'utf8'));
  } catch {
    return err(`OIDC_PROVIDERS names a file that can't be read: ${text}`);
  }
}

function readPublicUrl(text: string | null): Result<string | null, string> {
  if (text === null) return ok(null);
  const url = URL.parse(text);
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === '';
  return plain
    ? ok(url.origin)
    : err(`PUBLIC_URL must be an address such as https://labels.example.com, not "${text}".`);
}
