import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject, type X509Certificate } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { DAY_MS } from '#model/kernel/time.ts';

/** A certificate with its private key, both as PEM. */
export interface KeyedCertificate {
  readonly key: string;
  readonly certificate: string;
}

/** The same, parsed. */
export interface OpenedCertificate {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

/** A clock that was set back a little must not date a new certificate in the future. */
const BACKDATED_MS = DAY_MS;
export const AUTHORITY_DAYS: number = 10 * 365;
/**
 * The longest validity that browsers accepted of public authorities before it was shortened (CA/Browser Forum, baseline
 * requirements, 6.3.2).
 */
export const SERVER_DAYS = 397;

/** The assistant's host names, and the only ones that its authority can certify. */
const HOST = 'localhost';
const ADDRESSES = ['127.0.0.1', '::1'] as const;
export const LOOPBACK_NAMES: readonly string[] = [HOST, ...ADDRESSES];

/** `ecdsa-with-SHA256` (RFC 5758, clause 3.2). */
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
const SERVER_NAME = 'Labelwright print assistant';
const SERIAL_BYTES = 16;

/**
 * A new authority that can sign certificates of servers on this machine's loopback only: the constraint on names is
 * critical, so software that does not support it rejects all (RFC 5280, clause 4.2.1.10). `commonName` is its name in a
 * system's list of authorities; `now` is in milliseconds since 1970.
 */
export function makeAuthority(commonName: string, now: number): KeyedCertificate {
  const { privateKey, publicKey } = newKeys();
  const name = nameOf(commonName);
  const permittedSubtrees = new GeneralSubtrees([
    subtree({ dNSName: HOST }),
    ...ADDRESSES.map((address) => subtree({ iPAddress: `${address}/${address.includes(':') ? 128 : 32}` })),
  ]);
  const body = new TBSCertificate({
    ...frame(now, now + AUTHORITY_DAYS * DAY_MS),
    issuer: name,
    subject: name,
    subjectPublicKeyInfo: keyInfo(publicKey),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: true, pathLenConstraint: 0 })),
      extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.keyCertSign)),
      extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_nameConstraints, true, new NameConstraints({ permittedSubtrees })),
      extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(keyIdentifier(publicKey))),
    ]),
  });
  return signed(body, privateKey, privateKey);
}

/** A certificate of the assistant for its loopback names, signed by this authority. It never outlives the authority. */
export function makeServerCertificate(authority: OpenedCertificate, now: number): KeyedCertificate {
  const { privateKey, publicKey } = newKeys();
  const { tbsCertificate: issuer } = AsnConvert.parse(authority.certificate.raw, Certificate);
  const names = [
    new GeneralName({ dNSName: HOST }),
    ...ADDRESSES.map((address) => new GeneralName({ iPAddress: address })),
  ];
  const keyIdentifierOfIssuer = new KeyIdentifier(keyIdentifier(authority.certificate.publicKey));
  const body = new TBSCertificate({
    ...frame(now, Math.min(now + SERVER_DAYS * DAY_MS, authority.certificate.validToDate.getTime())),
    issuer: issuer.subject,
    subject: nameOf(SERVER_NAME),
    subjectPublicKeyInfo: keyInfo(publicKey),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: false })),
      extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.digitalSignature)),
      extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(id_ce_subjectAltName, false, new SubjectAlternativeName(names)),
      extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(keyIdentifier(publicKey))),
      extension(
        id_ce_authorityKeyIdentifier,
        false,
        new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifierOfIssuer }),
      ),
    ]),
  });
  return signed(body, authority.key, privateKey);
}

function newKeys(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** The common parts of both kinds. */
function frame(
  now: number,
  until: number,
): Pick<TBSCertificate, 'version' | 'serialNumber' | 'signature' | 'validity'> {
  return {
    version: Version.v3,
    serialNumber: newSerial(),
    signature: algorithm(),
    validity: new Validity({ notBefore: new Date(now - BACKDATED_MS), notAfter: new Date(until) }),
  };
}

/** A positive number without a leading zero byte. */
function newSerial(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(SERIAL_BYTES));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.buffer;
}

function algorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithm: ECDSA_SHA256 });
}

function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

function subtree(name: ConstructorParameters<typeof GeneralName>[0]): GeneralSubtree {
  return new GeneralSubtree({ base: new GeneralName(name) });
}

function keyInfo(key: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo);
}

/** The hash of the bits of the key (RFC 5280, clause 4.2.1.2, the first way). */
function keyIdentifier(key: KeyObject): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHash('sha1')
      .update(new Uint8Array(keyInfo(key).subjectPublicKey))
      .digest(),
  );
}

function extension(extnID: string, critical: boolean, value: unknown): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function signed(tbsCertificate: TBSCertificate, by: KeyObject, key: KeyObject): KeyedCertificate {
  const signatureValue = sign('sha256', new Uint8Array(AsnConvert.serialize(tbsCertificate)), by);
  const whole = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm(),
    signatureValue: new Uint8Array(signatureValue).buffer,
  });
  const base64 = Buffer.from(AsnConvert.serialize(whole)).toString('base64');
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
