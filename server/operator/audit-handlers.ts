import { ok } from '#model/kernel/result.ts';
import { listAuditLog } from '../core/observe/audit.ts';
import type { Handlers } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';

/** What has happened to one's own account. */
export const auditHandlers: Pick<Handlers<Pick<CoreServices, 'db'>>, 'getAuditLog'> = {
  async getAuditLog({ db, user }, input) {
    return ok(await listAuditLog(db, user.id, input));
  },
};
