import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '#protocol/api.ts';

/** Deviations of an authenticator from an honest one. */
export interface Twist {
  /** The claimed origin of the request. */
  readonly origin?: string;
  readonly challenge?: string;
  /** It did not verify its user. */
  readonly unverified?: boolean;
  /** The count of its signatures; incremented each time when left out. */
  readonly counter?: number;
  /** Additional or replaced fields of the browser's client data. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** The host of the relying party. */
  readonly rpId?: string;
  /** Without user presence. */
  readonly absent?: boolean;
  /** Of another credential. */
  readonly id?: string;
  /** The claimed user of the credential; the right one when left out, and none for null. */
  readonly userHandle?: string | null;
  /** Its public key, in COSE. */
  readonly publicKey?: Buffer;
  /** Its attestation, in CBOR. */
  readonly attestation?: Buffer;
}

/** An authenticator in memory: one ES256 credential, without attestation (Web Authentication, section 6). */
export interface SoftAuthenticator {
  readonly attest: (options: Readonly<Record<string, unknown>>, twist?: Twist) => PasskeyAttestation;
  readonly assert: (options: Readonly<Record<string, unknown>>, twist?: Twist) => PasskeyAssertion;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** `origin` is that of the page, and its host name is the relying party's id. */
export function createAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let signatures = 0;
  let userHandle: string | undefined;

  function clientData(type: string, options: Readonly<Record<string, unknown>>, twist: Twist): Buffer {
    const challenge = twist.challenge ?? options['challenge'];
    const said = { type, challenge, origin: twist.origin ?? origin, crossOrigin: false, ...twist.client };
    return Buffer.from(JSON.stringify(said));
  }
  function authenticatorData(twist: Twist, flags: number, rest: Buffer): Buffer {
    const head = Buffer.alloc(37);
    createHash('sha256')
      .update(twist.rpId ?? new URL(origin).hostname)
      .digest()
      .copy(head);
    head[32] = (twist.absent === true ? 0 : USER_PRESENT) | (twist.unverified === true ? 0 : USER_VERIFIED) | flags;
    head.writeUInt32BE(twist.counter ?? ++signatures, 33);
    return Buffer.concat([head, rest]);
  }
  const named = (twist: Twist) => ({
    id: twist.id ?? id.toString('base64url'),
    rawId: twist.id ?? id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  });

  return {
    attest(options, twist = {}) {
      userHandle = (options['user'] as { readonly id: string } | undefined)?.id;
      const credential = twist.id === undefined ? id : Buffer.from(twist.id, 'base64url');
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      const own = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const key = twist.publicKey ?? own;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const data = authenticatorData(twist, HAS_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, credential, key]));
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}.
      const attestation = Buffer.concat([
        Buffer.from('a3', 'hex'),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from('a0', 'hex'),
        cborText('authData'),
        Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
        data,
      ]);
      return {
        ...named(twist),
        response: {
          clientDataJSON: clientData('webauthn.create', options, twist).toString('base64url'),
          attestationObject: (twist.attestation ?? attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    assert(options, twist = {}) {
      const client = clientData('webauthn.get', options, twist);
      const data = authenticatorData(twist, 0, Buffer.alloc(0));
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const handle = twist.userHandle === undefined ? userHandle : twist.userHandle;
      return {
        ...named(twist),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(handle === undefined || handle === null ? {} : { userHandle: handle }),
        },
      };
    },
  };
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
