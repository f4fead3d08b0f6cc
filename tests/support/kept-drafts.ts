import type { Page } from 'playwright';

/** The names of the drafts that the browser keeps, whoever's they are. */
export function keptDrafts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      if (database.objectStoreNames.contains('drafts')) {
        const request = database.transaction('drafts').objectStore('drafts').getAllKeys();
        const keys = await new Promise<readonly IDBValidKey[]>((resolve) =>
          request.addEventListener('success', () => resolve(request.result)),
        );
        found.push(...keys.map(String));
      }
      database.close();
    }
    return found;
  });
}
