import type { Handlers } from '../http/call-route.ts';
import { accountHandlers } from './accounts.ts';
import { cloudHandlers } from './cloud.ts';
import { templateHandlers } from './templates.ts';
import { templateOrderHandlers } from './template-order.ts';
import { historyHandlers } from './history.ts';
import { netHandlers } from './net.ts';
import { resourceHandlers } from './resources.ts';
import { signInHandlers } from './sign-in.ts';

/** What each call of the protocol does. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...signInHandlers,
  ...templateHandlers,
  ...templateOrderHandlers,
  ...historyHandlers,
  ...resourceHandlers,
  ...netHandlers,
  ...cloudHandlers,
};
