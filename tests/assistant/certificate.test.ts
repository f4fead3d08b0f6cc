import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { Certificate, GeneralName, id_ce_subjectAltName, SubjectAlternativeName } from '@peculiar/asn1-x509';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#model/kernel/time.ts';
import {
  AUTHORITY_LEFT_MS,
  openCertificates,
  SERVER_LEFT_MS,
  type ServerIdentity,
} from '#print-assistant/certificate-files.ts';
import {
  AUTHORITY_DAYS,
  makeAuthority,
  makeServerCertificate,
  SERVER_DAYS,
  type OpenedCertificate,
} from '#print-assistant/make-certificate.ts';
import { createFolder } from './start-assistant.ts';

const START = Date.UTC(2026, 2, 3, 4, 5, 6);

interface Opened extends ServerIdentity {
  readonly lines: readonly string[];
}

async function open(folder: string, at: number): Promise<Opened> {
  const lines: string[] = [];
  const made = await openCertificates({ folder, now: () => at, log: (line) => lines.push(line) });
  return { ...made, lines };
}

function taken(pem: string, key: string): OpenedCertificate {
  return { certificate: new X509Certificate(pem), key: createPrivateKey(key) };
}

/** The same certificate for other names, signed by this authority as a holder of its key could. */
function forNames(pem: string, names: readonly GeneralName[], authority: OpenedCertificate): string {
  const whole = AsnConvert.parse(new X509Certificate(pem).raw, Certificate);
  const extension = whole.tbsCertificate.extensions?.find(({ extnID }) => extnID === id_ce_subjectAltName);
  if (extension === undefined) throw new Error('it has no names');
  extension.extnValue = new OctetString(AsnConvert.serialize(new SubjectAlternativeName([...names])));
  // The parsed object keeps its bytes, which are not those of the changed one.
  Reflect.deleteProperty(whole, 'tbsCertificateRaw');
  const signature = sign('sha256', new Uint8Array(AsnConvert.serialize(whole.tbsCertificate)), authority.key);
  whole.signatureValue = new Uint8Array(signature).buffer;
  const base64 = Buffer.from(AsnConvert.serialize(whole)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

/** Result of a TLS connection by a client that trusts this authority alone: the answer, or the error. */
async function visit(server: { key: string; cert: string }, ca: string, servername: string): Promise<string> {
  const listener = createHttpsServer(server, (_request, response) => response.end('come in'));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  try {
    return await new Promise<string>((resolve) => {
      const options = { host: '127.0.0.1', port, ca, servername, agent: false } as const;
      get(options, (answer) => {
        answer.resume();
        resolve('come in');
      }).on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code ?? ''} ${error.message}`));
    });
  } finally {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  }
}

describe('the certificates', () => {
  test('the assistant’s certificate is for its loopback names, from its authority, for a limited time', async () => {
    await using folder = await createFolder();
    const made = await open(folder.path, START);
    const authority = new X509Certificate(made.authority);
    const server = new X509Certificate(made.certificate);
    expect(authority.ca).toBe(true);
    expect(server.ca).toBe(false);
    expect(server.checkIssued(authority) && server.verify(authority.publicKey)).toBe(true);
    expect(server.checkPrivateKey(createPrivateKey(made.key))).toBe(true);
    expect(server.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
    // For servers alone.
    expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(authority.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect([server.validFromDate.getTime(), authority.validFromDate.getTime()]).toEqual([
      START - DAY_MS,
      START - DAY_MS,
    ]);
    expect(server.validToDate.getTime()).toBe(START + SERVER_DAYS * DAY_MS);
    expect(authority.validToDate.getTime()).toBe(START + AUTHORITY_DAYS * DAY_MS);
    expect(made.fingerprint).toBe(authority.fingerprint256);
    expect(made.lines).toEqual([]);
  });

  test('each machine has its own authority, and serial numbers never repeat', () => {
    const made = Array.from({ length: 40 }, () => new X509Certificate(makeAuthority('Test', START).certificate));
    expect(new Set(made.map(({ serialNumber }) => serialNumber)).size).toBe(made.length);
    expect(new Set(made.map(({ fingerprint256 }) => fingerprint256)).size).toBe(made.length);
    // RFC 5280, clause 4.1.2.2: positive, at most 20 bytes.
    for (const { serialNumber } of made) expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  test('writes a time from 2050 on as GeneralizedTime', () => {
    const late = new X509Certificate(makeAuthority('Test', Date.UTC(2045, 0, 1)).certificate);
    expect(late.validToDate.getUTCFullYear()).toBe(2054);
  });

  test('a client that trusts the authority trusts it for this machine and for no other site', async () => {
    const keyed = makeAuthority('Test', Date.now());
    const authority = taken(keyed.certificate, keyed.key);
    const own = makeServerCertificate(authority, Date.now());
    const visitAs = (cert: string, name: string): Promise<string> =>
      visit({ key: own.key, cert }, keyed.certificate, name);
    expect(await visitAs(own.certificate, 'localhost')).toBe('come in');
    expect(await visitAs(own.certificate, 'example.com')).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    const dns = (name: string): GeneralName => new GeneralName({ dNSName: name });
    // Forging works in principle: allowed names are accepted.
    expect(await visitAs(forNames(own.certificate, [dns('localhost')], authority), 'localhost')).toBe('come in');
    for (const [name, other] of [
      ['example.com', dns('example.com')],
      ['localhost', new GeneralName({ iPAddress: '192.0.2.1' })],
      ['localhost', new GeneralName({ iPAddress: '127.0.0.2' })],
      ['localhost', new GeneralName({ iPAddress: '2001:db8::1' })],
    ] as const) {
      const forged = forNames(own.certificate, [dns('localhost'), other], authority);
      expect(await visitAs(forged, name), JSON.stringify(other)).toContain('permitted subtree violation');
    }
  });

  test('files are readable by their user alone', async () => {
    await using folder = await createFolder();
    await open(folder.path, START);
    const place = join(folder.path, 'tls');
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    const names = await readdir(place);
    expect(names.sort()).toEqual(['authority.pem', 'ca.crt', 'server.pem']);
    for (const name of names) expect((await stat(join(place, name))).mode & 0o777, name).toBe(0o600);
    expect(await readFile(join(place, 'ca.crt'), 'utf8')).not.toContain('PRIVATE');
  });
});

describe('stored certificates', () => {
  test('stay unchanged while they are valid', async () => {
    await using folder = await createFolder();
    const first = await open(folder.path, START);
    const later = await open(folder.path, first.validTo - SERVER_LEFT_MS);
    expect(later).toEqual(first);
    // A clock that was set back does not invalidate what browsers trust.
    expect(await open(folder.path, START - 400 * DAY_MS)).toEqual(first);
  });

  test('are renewed before they expire by the authority that browsers already trust', async () => {
    await using folder = await createFolder();
    const first = await open(folder.path, START);
    const at = first.validTo - SERVER_LEFT_MS + 1;
    const renewed = await open(folder.path, at);
    expect(renewed.authority).toBe(first.authority);
    expect(renewed.certificate).not.toBe(first.certificate);
    expect(renewed.key).not.toBe(first.key);
    expect(renewed.validTo).toBe(Math.floor(at / 1000) * 1000 + SERVER_DAYS * DAY_MS);
    expect(new X509Certificate(renewed.certificate).verify(new X509Certificate(first.authority).publicKey)).toBe(true);
    expect(renewed.lines).toEqual(['certificate renewed']);
    expect((await open(folder.path, at)).certificate).toBe(renewed.certificate);
  });

  test('never outlive their authority, and a new authority is created before it expires', async () => {
    await using folder = await createFolder();
    const first = await open(folder.path, START);
    const last = await open(folder.path, first.authorityValidTo - AUTHORITY_LEFT_MS);
    expect(last.authority).toBe(first.authority);
    expect(last.validTo).toBe(first.authorityValidTo);
    const next = await open(folder.path, first.authorityValidTo - AUTHORITY_LEFT_MS + 1);
    expect(next.authority).not.toBe(first.authority);
    expect(next.lines).toContain('created a new certificate authority: browsers must trust its certificate again');
    expect(await readFile(next.authorityPath, 'utf8')).toBe(next.authority);
    expect(new X509Certificate(next.certificate).verify(new X509Certificate(next.authority).publicKey)).toBe(true);
  });

  test.each(['authority.pem', 'server.pem', 'ca.crt'])(
    'a kill at any moment of writing %s leaves what was there, or nothing that is used',
    async (name) => {
      await using folder = await createFolder();
      const first = await open(folder.path, START);
      const path = join(folder.path, 'tls', name);
      const whole = await readFile(path);
      // State after a kill: the draft is written in part, and the name is as before.
      await writeFile(`${path}.part`, whole.subarray(0, whole.length / 2));
      expect(await open(folder.path, START)).toEqual(first);
      await rm(path);
      const made = await open(folder.path, START);
      const server = new X509Certificate(made.certificate);
      expect(server.verify(new X509Certificate(made.authority).publicKey)).toBe(true);
      expect(await readFile(made.authorityPath, 'utf8')).toBe(made.authority);
      expect(made.authority === first.authority).toBe(name !== 'authority.pem');
    },
  );

  test.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    [
      'of another key',
      (text: string) => makeAuthority('Other', START).key + text.slice(text.indexOf('-----BEGIN CERT')),
    ],
    ['of nobody', () => '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'],
  ] as const)('a file that is %s is made anew, and the other one stays', async (_what, spoil) => {
    await using folder = await createFolder();
    const first = await open(folder.path, START);
    const server = join(folder.path, 'tls/server.pem');
    await writeFile(server, spoil(await readFile(server, 'utf8')));
    const repaired = await open(folder.path, START);
    expect(repaired.authority).toBe(first.authority);
    expect(repaired.certificate).not.toBe(first.certificate);
    const authority = join(folder.path, 'tls/authority.pem');
    await writeFile(authority, spoil(await readFile(authority, 'utf8')));
    const renewed = await open(folder.path, START);
    expect(renewed.authority).not.toBe(first.authority);
    // The stored certificate of the assistant belongs to an authority that no longer exists.
    expect(new X509Certificate(renewed.certificate).verify(new X509Certificate(renewed.authority).publicKey)).toBe(
      true,
    );
  });

  test.runIf(process.getuid?.() !== 0)('that cannot be read are not replaced', async () => {
    await using folder = await createFolder();
    await open(folder.path, START);
    await chmod(join(folder.path, 'tls/authority.pem'), 0);
    await expect(open(folder.path, START)).rejects.toThrow('EACCES');
  });

  test('are not replaced when they are in place of a folder', async () => {
    await using folder = await createFolder();
    await writeFile(join(folder.path, 'tls'), 'something else');
    await expect(open(folder.path, START)).rejects.toThrow('EEXIST');
    expect(await readFile(join(folder.path, 'tls'), 'utf8')).toBe('something else');
  });
});
