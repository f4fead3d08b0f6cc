import type { Handlers } from '../http/call-route.ts';
import { accountHandlers } from './accounts.ts';
import { auditHandlers } from './audit.ts';
import { templateHandlers } from './templates.ts';
import { historyHandlers } from './history.ts';
import { resourceHandlers } from './resources.ts';

/** What each call of the protocol does. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...templateHandlers,
  ...historyHandlers,
  ...resourceHandlers,
  ...auditHandlers,
};
