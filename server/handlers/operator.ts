import { ok } from '#model/kernel/result.ts';
import type { Handlers } from '../http/call-route.ts';
import { listUsers } from '../operator/users.ts';

/** What only whoever runs the installation may do. */
export const operatorHandlers: Pick<Handlers, 'operatorUserList'> = {
  async operatorUserList({ db, time }, input) {
    return ok(await listUsers(db, input, time));
  },
};
