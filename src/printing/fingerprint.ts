import type { Abort } from '#model/kernel/abort.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';

type Digest = (bytes: Uint8Array) => Promise<string>;

const ROWS_AT_ONCE = 2000;

/** Tells one design from another; assets count by their keys, which are hashes of their bytes. */
export async function templateHash(template: Template, digest: Digest): Promise<string> {
  const { assets, ...rest } = template;
  return digest(bytesOf(canonicalJson({ ...rest, assets: [...assets.keys()].sort() })));
}

/** Tells one set of rows from another: the digest of the digests of its parts, so that no more than a part is in memory. */
export async function dataHash(records: RecordSource, digest: Digest, signal: Abort): Promise<Result<string>> {
  const parts: string[] = [];
  for (let first = 0; first < records.count; first += ROWS_AT_ONCE) {
    const rows = await records.read(first, Math.min(ROWS_AT_ONCE, records.count - first), signal);
    if (!rows.ok) return rows;
    parts.push(await digest(bytesOf(canonicalJson(rows.value))));
  }
  return ok(await digest(bytesOf(parts.join('\n'))));
}

/** JSON with the keys in order: equal values give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** One text, one sequence of bytes. This room has no TextEncoder to name, so what is beyond ASCII is escaped. */
function bytesOf(text: string): Uint8Array {
  const escaped = text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Uint8Array.from(escaped, (character) => character.charCodeAt(0));
}
