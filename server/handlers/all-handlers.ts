import type { Handlers } from '../http/call-route.ts';
import { accountHandlers } from './accounts.ts';
import { templateHandlers } from './templates.ts';
import { historyHandlers } from './history.ts';
import { personalHandlers } from './personal.ts';
import { resourceHandlers } from './resources.ts';
import { securityHandlers } from './security.ts';

/** What each call of the protocol does. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...personalHandlers,
  ...securityHandlers,
  ...templateHandlers,
  ...historyHandlers,
  ...resourceHandlers,
};
