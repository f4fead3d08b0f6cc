import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A value as JSON, gzip and base64: a tenth of the JSON for symbol readings. */
export async function packJson(value: unknown): Promise<string> {
  return (await pack(JSON.stringify(value))).toString('base64');
}

/** The value of a text from `packJson`. Throws for anything else. */
export async function unpackJson(packed: string): Promise<unknown> {
  return JSON.parse((await unpack(Buffer.from(packed, 'base64'))).toString('utf8'));
}
