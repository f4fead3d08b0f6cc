import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE_MODE = 0o600;

/**
 * Encrypts secrets that the server must be able to read again. A reader of the database alone learns nothing: it
 * doesn't contain the key. `purpose` is the use and owner of a secret (`totp 2026…`): a secret sealed for one purpose
 * can't be opened for another.
 */
export interface SecretBox {
  /** AES-256-GCM with a new nonce each time; base64url. */
  readonly seal: (text: string, purpose: string) => string;
  /** Throws for another key, another purpose, or changed data. */
  readonly open: (sealed: string, purpose: string) => string;
  /** A keyed digest (HMAC-SHA-256, hex), for secrets that are too short for a plain one. */
  readonly digest: (text: string, purpose: string) => string;
}

/** Source of a server's key: the settings, or else the file. */
export interface KeyPlace {
  readonly given: Uint8Array | null;
  readonly file: string;
}

/** `key` has 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  const sealing = derived(key, 'seal');
  const digesting = derived(key, 'digest');
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    },
    digest: (text, purpose) => createHmac('sha256', digesting).update(`${purpose}\n${text}`).digest('hex'),
  };
}

/** A key from a setting, base64 or hexadecimal; null unless it has 32 bytes. */
export function parseSecretKey(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  return bytes.length === KEY_BYTES ? bytes : null;
}

/**
 * The key in that file, which is created at random where there is none. Servers that start at the same time all use the
 * same one. Throws where it can't be read, or is no key: data sealed with it could never be opened with another.
 */
export function readKeyFile(path: string): Uint8Array {
  const found = readKey(path);
  if (found !== null) return found;
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.part`;
  writeDraft(draft, randomBytes(KEY_BYTES));
  try {
    // Unlike a rename, this never replaces a key that another server has made meanwhile.
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKey(path);
  if (made === null) throw new Error(`${path} was removed`);
  return made;
}

/** The key of that place; null where there is none yet. */
export function findKey({ given, file }: KeyPlace): Uint8Array | null {
  return given ?? readKey(file);
}

/** Writes that key to the file, replacing the old one. */
export function writeKeyFile(path: string, key: Uint8Array): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.part`;
  writeDraft(draft, key);
  renameSync(draft, path);
}

function writeDraft(draft: string, key: Uint8Array): void {
  const file = openSync(draft, 'wx', KEY_FILE_MODE);
  try {
    writeSync(file, Buffer.from(key).toString('base64'));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function readKey(path: string): Uint8Array | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  const key = parseSecretKey(text.trim());
  if (key === null) throw new Error(`${path} does not contain a key of ${KEY_BYTES} bytes`);
  return key;
}

function derived(key: Uint8Array, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `labelwright ${use}`, KEY_BYTES));
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
