import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { err, ok, type Result } from '#model/kernel/result.ts';

/** argon2id with OWASP's first choice of parameters: 19 MiB, 2 passes, 1 lane. About 11 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Concurrent hashes. Node reads files on the same four threads: two are left for that. */
const AT_ONCE = 2;
/**
 * Length of the queue: half a second's work on a quiet machine. Further requests get the answer that the server is
 * busy.
 */
const WAITING = 100;

const queue = pLimit(AT_ONCE);

/** The queue of password hashes is full. */
export type Busy = 'busy';

export async function hashPassword(password: string): Promise<Result<string, Busy>> {
  return queued(() => hash(password, COST));
}

/**
 * Whether the password fits the hash. Without a hash (an unknown account, or one without a password) it takes as long
 * and returns false, so the time doesn't reveal which accounts exist.
 */
export async function checkPassword(passwordHash: string | null, password: string): Promise<Result<boolean, Busy>> {
  const known = passwordHash !== null && passwordHash !== '';
  const matches = await queued(async () => verify(known ? passwordHash : await unknownAccountHash(), password, COST));
  return matches.ok ? ok(matches.value && known) : matches;
}

/** Whether the hash was made with other parameters than new ones. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = COST;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** Number of passwords being hashed or queued. */
export function passwordQueue(): number {
  return queue.activeCount + queue.pendingCount;
}

/** Prepares `checkPassword` for unknown accounts: the first check must not take longer than the rest. */
export async function preparePasswordChecks(): Promise<void> {
  await unknownAccountHash();
}

async function queued<T>(work: () => Promise<T>): Promise<Result<T, Busy>> {
  return queue.pendingCount >= WAITING ? err('busy') : ok(await queue(work));
}

let unknownAccount: Promise<string> | undefined;

function unknownAccountHash(): Promise<string> {
  unknownAccount ??= hash('nobody has this password', COST);
  return unknownAccount;
}
