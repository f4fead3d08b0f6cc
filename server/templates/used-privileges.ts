import { buffer } from 'node:stream/consumers';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { requirePrivilege, type PrivilegeServices } from '../membership/privileges.ts';
import { runInThread, type ThreadLimits } from '../core/bounded-thread.ts';
import { isMissingReference } from '../core/database/faults.ts';
import type { User } from '../core/database/tables.ts';
import { turnOrder, type Waiting } from '../core/turn-order.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { countPrivileges, type UsedPrivileges } from './count-privileges.ts';
import type { CoreServices } from '../core/services.ts';
import { promisify } from 'node:util';
import { unzip } from 'node:zlib';

const THREAD = new URL('./privileges-thread.ts', import.meta.url);
/** The largest table that the editor makes takes 5 s and 350 MB on one core of a small server. */
const THREAD_LIMITS: ThreadLimits = { ms: 60_000, bytes: 512 * 1024 * 1024 };
/** Concurrent threads of this process, for all users, and waiting files per user. */
const AT_ONCE = 2;
const MAX_WAITING = 20;
const RETRY_SECONDS = 5;

/**
 * Checks whether the user has the privileges that the elements of a template file need, such as those for tables.
 * Why the user may not save that file; null for no reason. Members-only items of the template `before` may stay in it:
 * former members can continue with what they have. `before` is the file of the saved template, null for a new one. An
 * unreadable file is rejected too, because a later version might read it.
 */
export async function checkUsedPrivileges(
  services: Pick<CoreServices, 'db' | 'files' | 'now'> & PrivilegeServices,
  user: User,
  file: string,
  before: string | null,
): Promise<ApiError | null> {
  const { privileges, now } = services;
  const noTables = requirePrivilege(privileges, user, 'tables', now());
  const noColumns = requirePrivilege(privileges, user, 'variableTemplates', now());
  if (file === before || (noTables === null && noColumns === null)) return null;
  const wanted = await usedIn(services, user.id, file);
  if (!wanted.ok) return wanted.error;
  const { tables, columns } = wanted.value;
  if (tables === null || columns === null) return invalid('url', 'upload.notTemplate');
  if (tables === 0 && columns === 0) return null;
  const saved = before === null ? ok({ tables: 0, columns: 0 }) : await usedIn(services, user.id, before);
  if (!saved.ok) return saved.error;
  if (noTables !== null && tables > (saved.value.tables ?? 0)) return noTables;
  return noColumns !== null && columns > (saved.value.columns ?? 0) ? noColumns : null;
}

/** The members-only items of a file's template, which are counted once. */
async function usedIn(
  services: Pick<CoreServices, 'db' | 'files' | 'now'>,
  userId: string,
  key: string,
): Promise<Result<UsedPrivileges, ApiError>> {
  const { db, files } = services;
  const known = await db.selectFrom('used_privileges').selectAll().where('file_key', '=', key).executeTakeFirst();
  if (known !== undefined) return ok(known);
  const stored = await files.find(userId, key);
  if (stored === null) return err(apiError('notFound', 'template.fileMissing'));
  return inTurn(userId, services.now(), async () => {
    const bytes = await buffer(stored.open());
    const isSmall = await isSmallTemplate(bytes);
    const used = isSmall ? countPrivileges(bytes) : await runInThread<UsedPrivileges>(THREAD, bytes, THREAD_LIMITS);
    if (!used.ok) return err(invalid('url', 'upload.templateTooComplex'));
    await db
      .insertInto('used_privileges')
      .values({ file_key: key, ...used.value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
      // The file was deleted meanwhile, which the save notices.
      .catch((error: unknown) => (isMissingReference(error) ? null : Promise.reject(error)));
    return used;
  });
}

/** Files that wait for a thread, and the users of running ones: this limits the memory of this process. */
const waiting = new Map<string, Waiting & { readonly start: () => void }>();
const running: string[] = [];
let count = 0;

/** Does the work once a thread is free; users take turns, each with one file at a time. */
async function inTurn<T>(
  userId: string,
  at: number,
  work: () => Promise<Result<T, ApiError>>,
): Promise<Result<T, ApiError>> {
  const own = [...waiting.values()].filter((one) => one.userId === userId);
  if (own.length >= MAX_WAITING) return err(apiError('busy', 'server.busy', { seconds: RETRY_SECONDS }));
  const { promise, resolve: start } = Promise.withResolvers<void>();
  const id = String(count++).padStart(12, '0');
  waiting.set(id, { id, userId, at, start });
  startNext();
  await promise;
  try {
    return await work();
  } finally {
    running.splice(running.indexOf(userId), 1);
    startNext();
  }
}

function startNext(): void {
  if (running.length >= AT_ONCE) return;
  const next = turnOrder([...waiting.values()], running).find(({ userId }) => !running.includes(userId));
  if (next === undefined) return;
  waiting.get(next.id)?.start();
  waiting.delete(next.id);
  running.push(next.userId);
}

/** Decompressed. Up to this size reading takes less than starting a thread. */
const SMALL_BYTES = 48 * 1024;

/**
 * Whether reading a template file is faster than starting a thread for it. Decompresses no more than needed. An
 * uncompressed or damaged file counts with its own size.
 */
export async function isSmallTemplate(bytes: Uint8Array): Promise<boolean> {
  if (bytes.length > SMALL_BYTES) return false;
  try {
    await promisify(unzip)(bytes, { maxOutputLength: SMALL_BYTES });
    return true;
  } catch (error) {
    return Reflect.get(Object(error), 'code') !== 'ERR_BUFFER_TOO_LARGE';
  }
}
