import { ok } from '#model/kernel/result.ts';
import { listAuditLog } from '../audit/audit.ts';
import type { Handlers } from '../http/call-route.ts';

/** What has happened to one's own account. */
export const auditHandlers: Pick<Handlers, 'getAuditLog'> = {
  async getAuditLog({ db, user }, input) {
    return ok(await listAuditLog(db, user.id, input));
  },
};
