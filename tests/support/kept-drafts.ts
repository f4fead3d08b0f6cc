import type { Page } from 'playwright';
import { expectOk } from '#model/kernel/result.ts';
import { unpackTemplate } from '#model/template/packing.ts';

/** The names of the drafts that the browser keeps, of any user. */
export async function keptDrafts(page: Page): Promise<readonly string[]> {
  return (await readDrafts(page)).map(({ key }) => key);
}

/** The labels in those drafts that have become a file, as its XML. */
export async function keptDraftLabels(page: Page): Promise<readonly string[]> {
  const drafts = await readDrafts(page);
  return drafts.flatMap(({ file }) => (file === null ? [] : [expectOk(unpackTemplate(Uint8Array.from(file)))]));
}

interface KeptDraft {
  readonly key: string;
  /** Null while there are only steps of it. */
  readonly file: readonly number[] | null;
}

function readDrafts(page: Page): Promise<readonly KeptDraft[]> {
  return page.evaluate(async () => {
    const found: KeptDraft[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      if (database.objectStoreNames.contains('drafts')) {
        const request = database.transaction('drafts').objectStore('drafts').getAll();
        const drafts = await new Promise<readonly { readonly key: string; readonly file?: Uint8Array }[]>((resolve) =>
          request.addEventListener('success', () => resolve(request.result)),
        );
        found.push(...drafts.map(({ key, file }) => ({ key, file: file === undefined ? null : [...file] })));
      }
      database.close();
    }
    return found;
  });
}
