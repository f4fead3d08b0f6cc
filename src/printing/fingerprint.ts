import { ok, type Result } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import type { Template } from '#model/template/template.ts';

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

const ROWS_AT_ONCE = 2000;

/** A hash of the design. Assets count by their keys, which are hashes of their bytes. */
export async function templateHash(template: Template, digest: Digest): Promise<string> {
  const { assets, ...rest } = template;
  return digest(new TextEncoder().encode(canonicalJson({ ...rest, assets: [...assets.keys()].sort() })));
}

/** A hash of the rows: the hash of the hashes of their parts, so that only one part is in memory at a time. */
export async function dataHash(records: RecordSource, digest: Digest, signal: AbortSignal): Promise<Result<string>> {
  const parts: string[] = [];
  for (let first = 0; first < records.count; first += ROWS_AT_ONCE) {
    const rows = await records.read(first, Math.min(ROWS_AT_ONCE, records.count - first), signal);
    if (!rows.ok) return rows;
    parts.push(await digest(new TextEncoder().encode(canonicalJson(rows.value))));
  }
  return ok(await digest(new TextEncoder().encode(parts.join('\n'))));
}

/** JSON with its keys sorted, so that equal values give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
