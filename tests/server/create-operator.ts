import { expect } from 'vitest';
import { nameOperators } from '#server/operator/name-operators.ts';
import { createUser, type TestServer, type TestUser } from './create-test-server.ts';

/** An operator with that name. */
export async function createOperator({ url, server }: TestServer, name: string): Promise<TestUser> {
  const user = await createUser(url, name);
  expect(await nameOperators(server.services.db, [name], 1)).toEqual([]);
  return user;
}
