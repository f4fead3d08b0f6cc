import type { IDBPDatabase } from 'idb';
import type { DocumentKey } from '#model/document/document-file.ts';
import type { Result } from '#model/kernel/result.ts';
import { storageProblem, withDatabase, type LabelwrightDb, type StoredDocument } from './database.ts';

/** Stores the documents that runs print, so that these can be resumed after a reload. Only this browser has them. */
export interface DocumentStore {
  /** Deletes the oldest ones when there is no space, but none of a run without an end. `storage.full`. */
  put(entry: Omit<StoredDocument, 'storedAt'>): Promise<Result<null>>;
  /** Null when it is not stored. */
  get(document: DocumentKey): Promise<Result<StoredDocument | null>>;
}

/** As many as there are repeatable runs. */
const MOST_DOCUMENTS = 20;

export interface DocumentStoreOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The owner of the documents; null when signed out. */
  readonly owner: () => string | null;
}

export function createDocumentStore({ now, owner }: DocumentStoreOptions): DocumentStore {
  return {
    put: (entry) =>
      withDatabase(owner(), async (database) => {
        const others = await disposable(database, entry.document);
        for (const document of others.splice(MOST_DOCUMENTS - 1)) await database.delete('documents', document);
        for (;;) {
          try {
            await database.put('documents', { ...entry, storedAt: now() });
            return null;
          } catch (error) {
            const oldest = others.pop();
            if (storageProblem(error).code !== 'storage.full' || oldest === undefined) throw error;
            await database.delete('documents', oldest);
          }
        }
      }),
    get: (document) => withDatabase(owner(), async (database) => (await database.get('documents', document)) ?? null),
  };
}

/** The documents that no run needs to be resumed, newest first. */
async function disposable(database: IDBPDatabase<LabelwrightDb>, but: DocumentKey): Promise<DocumentKey[]> {
  const runs = await database.getAll('keptRuns');
  const needed = new Set<string>(runs.flatMap(({ data }) => data.document?.documents.map((one) => one.document) ?? []));
  const all = await database.getAll('documents');
  return all
    .filter(({ document }) => document !== but && !needed.has(document))
    .sort((a, b) => b.storedAt - a.storedAt)
    .map(({ document }) => document);
}
