import { ok } from '#model/kernel/result.ts';
import type { StoredWebCopy } from '#services/storage/database.ts';
import type { WebCopies } from '#services/storage/web-copies.ts';

/** Record of web addresses for a test without a browser database. */
export function createMemoryWebCopies(): WebCopies {
  const kept = new Map<string, StoredWebCopy>();
  return {
    get: (address) => Promise.resolve(ok(kept.get(address) ?? null)),
    put: (copy) => {
      kept.set(copy.address, copy);
      return Promise.resolve(ok(null));
    },
  };
}
