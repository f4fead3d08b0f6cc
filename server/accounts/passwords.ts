import { hash, verify } from '@node-rs/argon2';

/** argon2id at OWASP's first choice for it: 19 MiB, 2 passes, 1 lane. About 11 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** With no hash (an unknown account) it takes as long as with one, so that the time tells nothing. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await unknownAccountHash()), password, COST);
  return matches && passwordHash !== null;
}

let unknownAccount: Promise<string> | undefined;

function unknownAccountHash(): Promise<string> {
  unknownAccount ??= hashPassword('nobody has this password');
  return unknownAccount;
}
