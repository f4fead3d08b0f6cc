import { deleteDB, type IDBPDatabase, type StoreNames } from 'idb';
import { openDatabase, openNamed, type LabelwrightDb } from './database.ts';

/** The database that all users of a browser shared before each had a separate one. */
const UNOWNED_NAME = 'labelwright';
/** The longest wait of a page; the rest is moved when the next page starts. */
const LIMIT_MS = 3000;

/**
 * Moves the content of the formerly shared database to the databases of its owners, and deletes the rest. Drafts name
 * their user. Spreadsheets and records of print runs don't: they are moved to the one known user, by a draft or the
 * current sign-in. If several users are known, or none, they are deleted: a stranger must not see them, and their owner
 * can choose a spreadsheet again. Never rejects: if it fails, the shared database stays unchanged and unused.
 */
export async function giveToOwners(signedIn: string | null): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, LIMIT_MS)));
  await Promise.race([moveAll(signedIn).catch(() => undefined), limit]);
  clearTimeout(timer);
}

async function moveAll(signedIn: string | null): Promise<void> {
  const databases = await indexedDB.databases();
  if (databases.every(({ name }) => name !== UNOWNED_NAME)) return;
  const shared = await openNamed(UNOWNED_NAME);
  try {
    const draftsOf = Map.groupBy(await shared.getAll('drafts'), ({ key }) => ownerOfDraft(key));
    const owners = new Set([...draftsOf.keys(), signedIn].filter((owner) => owner !== null));
    const [onlyOwner] = owners.size === 1 ? owners : [];
    for (const owner of owners) {
      await giveTo(owner, async (own) => {
        for (const draft of draftsOf.get(owner) ?? []) await own.put('drafts', draft);
        if (owner !== onlyOwner) return;
        for (const store of ['spreadsheets', 'printJobs', 'printPages', 'printReadings'] as const) {
          await copyStore(shared, own, store);
        }
      });
    }
  } finally {
    shared.close();
  }
  await deleteDB(UNOWNED_NAME);
}

/** Throws when the owner's database is not available: nothing is deleted then. */
async function giveTo(owner: string, give: (own: IDBPDatabase<LabelwrightDb>) => Promise<void>): Promise<void> {
  const own = await openDatabase(owner);
  if (!own.ok) throw new Error(own.error.code);
  try {
    await give(own.value);
  } finally {
    own.value.close();
  }
}

async function copyStore(
  from: IDBPDatabase<LabelwrightDb>,
  to: IDBPDatabase<LabelwrightDb>,
  store: StoreNames<LabelwrightDb>,
): Promise<void> {
  for (const key of await from.getAllKeys(store)) {
    const value = await from.get(store, key);
    if (value !== undefined) await to.put(store, value);
  }
}

/** The user in a draft's key, which is its first part; null for any other key. */
function ownerOfDraft(key: string): string | null {
  try {
    const parts: unknown = JSON.parse(key);
    const owner: unknown = Array.isArray(parts) ? parts[0] : null;
    return typeof owner === 'string' && owner !== '' ? owner : null;
  } catch {
    return null;
  }
}
