import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { openPrivateFolder, writeWhole } from './files.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import {
  makeAuthority,
  makeServerCertificate,
  type KeyedCertificate,
  type OpenedCertificate,
} from './make-certificate.ts';

/** The assistant's identity for TLS. */
export interface ServerIdentity {
  /** PEM. */
  readonly key: string;
  /** PEM: the assistant's certificate. The authority's is not sent; clients that trust it have it. */
  readonly certificate: string;
  /** PEM: the certificate that browsers must trust. */
  readonly authority: string;
  /** Path of that certificate. */
  readonly authorityPath: string;
  /** SHA-256 of the authority's certificate: pairs of hexadecimal digits with colons between. */
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly validTo: number;
  readonly authorityValidTo: number;
}

export interface CertificateOptions {
  /** The assistant's own folder; the certificates are in its folder `tls`. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** A certificate with less time left is renewed, by the same authority. */
export const SERVER_LEFT_MS: number = 30 * DAY_MS;
/** An authority with less time left is replaced by a new one, which has to be trusted again. */
export const AUTHORITY_LEFT_MS: number = 90 * DAY_MS;

const AUTHORITY_FILE = 'authority.pem';
const SERVER_FILE = 'server.pem';
const TRUSTED_FILE = 'ca.crt';
/** A common name has at most 64 characters (RFC 5280, appendix A.1). */
const MAX_COMMON_NAME = 64;

/**
 * The stored certificates, or new ones where they are missing, do not match, or expire soon. A key and its certificate
 * are one file, so no kill can leave one without the other. Rejects with the system's error where the folder cannot be
 * read or written.
 */
export async function openCertificates({ folder, now, log }: CertificateOptions): Promise<ServerIdentity> {
  const place = join(folder, 'tls');
  await openPrivateFolder(place);
  const authority = await openAuthority(join(place, AUTHORITY_FILE), now(), log);
  const server = await openServer(join(place, SERVER_FILE), authority.opened, now(), log);
  const authorityPath = join(place, TRUSTED_FILE);
  if ((await readText(authorityPath)) !== authority.keyed.certificate) {
    await writeWhole(authorityPath, authority.keyed.certificate);
  }
  return {
    ...server.keyed,
    authority: authority.keyed.certificate,
    authorityPath,
    fingerprint: authority.opened.certificate.fingerprint256,
    validTo: endOf(server.opened),
    authorityValidTo: endOf(authority.opened),
  };
}

interface Kept {
  readonly keyed: KeyedCertificate;
  readonly opened: OpenedCertificate;
}

async function openAuthority(path: string, now: number, log: CertificateOptions['log']): Promise<Kept> {
  const text = await readText(path);
  const kept = parse(text);
  if (kept?.opened.certificate.ca === true && endOf(kept.opened) - now >= AUTHORITY_LEFT_MS) return kept;
  if (text !== '') log('created a new certificate authority: browsers must trust its certificate again');
  return keep(path, makeAuthority(authorityName(), now));
}

async function openServer(
  path: string,
  authority: OpenedCertificate,
  now: number,
  log: CertificateOptions['log'],
): Promise<Kept> {
  const text = await readText(path);
  const kept = parse(text);
  if (kept !== null && isFrom(authority, kept.opened) && endOf(kept.opened) - now >= SERVER_LEFT_MS) return kept;
  if (text !== '') log('certificate renewed');
  return keep(path, makeServerCertificate(authority, now));
}

async function keep(path: string, keyed: KeyedCertificate): Promise<Kept> {
  await writeWhole(path, keyed.key + keyed.certificate);
  return { keyed, opened: open(keyed) };
}

/** Empty when there is no such file. */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Null when it is not a key with its certificate. */
function parse(text: string): Kept | null {
  const [, key, certificate] =
    /^(-----BEGIN PRIVATE KEY-----.+-----END PRIVATE KEY-----\n)(-----BEGIN CERTIFICATE-----.+-----END CERTIFICATE-----\n)$/s.exec(
      text,
    ) ?? [];
  if (key === undefined || certificate === undefined) return null;
  try {
    const keyed = { key, certificate };
    const opened = open(keyed);
    return opened.certificate.checkPrivateKey(opened.key) ? { keyed, opened } : null;
  } catch {
    return null;
  }
}

function open({ key, certificate }: KeyedCertificate): OpenedCertificate {
  return { key: createPrivateKey(key), certificate: new X509Certificate(certificate) };
}

function isFrom(authority: OpenedCertificate, { certificate }: OpenedCertificate): boolean {
  return certificate.checkIssued(authority.certificate) && certificate.verify(authority.certificate.publicKey);
}

function endOf({ certificate }: OpenedCertificate): number {
  return certificate.validToDate.getTime();
}

/** A name that distinguishes this machine's authority from others in a browser's list. */
function authorityName(): string {
  let user: string;
  try {
    user = userInfo().username;
  } catch {
    // In a container the user may have only a number.
    user = String(process.getuid?.() ?? '');
  }
  return `Labelwright print assistant (${user}@${hostname()})`.slice(0, MAX_COMMON_NAME);
}
