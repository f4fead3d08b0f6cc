import type { Handlers } from '../http/call-route.ts';
import { accountHandlers } from './accounts.ts';
import { templateHandlers } from './templates.ts';
import { historyHandlers } from './history.ts';
import { netHandlers } from './net.ts';
import { resourceHandlers } from './resources.ts';

/** What each call of the protocol does. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...templateHandlers,
  ...historyHandlers,
  ...resourceHandlers,
  ...netHandlers,
};
