import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '#protocol/api.ts';

/** What a test may make an authenticator do that an honest one does not. */
export interface Twist {
  /** The page that it says it was asked by. */
  readonly origin?: string;
  readonly challenge?: string;
  /** It did not check who holds it. */
  readonly unverified?: boolean;
  /** The count of its signatures; one more each time when left out. */
  readonly counter?: number;
}

/** An authenticator in memory: one ES256 credential, without attestation (Web Authentication, section 6). */
export interface SoftAuthenticator {
  readonly attest: (options: Readonly<Record<string, unknown>>, twist?: Twist) => PasskeyAttestation;
  readonly assert: (options: Readonly<Record<string, unknown>>, twist?: Twist) => PasskeyAssertion;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** `origin` is that of the page, and its host's name the relying party's id. */
export function createAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let signatures = 0;

  function clientData(type: string, options: Readonly<Record<string, unknown>>, twist: Twist): Buffer {
    const challenge = twist.challenge ?? options['challenge'];
    return Buffer.from(JSON.stringify({ type, challenge, origin: twist.origin ?? origin, crossOrigin: false }));
  }
  function authenticatorData(twist: Twist, flags: number, rest: Buffer): Buffer {
    const head = Buffer.alloc(37);
    createHash('sha256').update(new URL(origin).hostname).digest().copy(head);
    head[32] = USER_PRESENT | (twist.unverified === true ? 0 : USER_VERIFIED) | flags;
    head.writeUInt32BE(twist.counter ?? ++signatures, 33);
    return Buffer.concat([head, rest]);
  }
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    attest(options, twist = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authenticatorData(twist, HAS_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, id, key]));
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}.
      const attestation = Buffer.concat([
        Buffer.from('a3', 'hex'),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from('a0', 'hex'),
        cborText('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', options, twist).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    assert(options, twist = {}) {
      const client = clientData('webauthn.get', options, twist);
      const data = authenticatorData(twist, 0, Buffer.alloc(0));
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
