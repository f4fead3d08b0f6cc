import type { Handlers } from './http/call.ts';
import type { Services } from './services.ts';
import { accountHandlers } from './accounts/account-handlers.ts';
import { addedContentHandlers } from './content/help/handlers.ts';
import { apiTokenHandlers } from './accounts/api-token-handlers.ts';
import { assistantHandlers } from './assistants/handlers.ts';
import { scheduleHandlers } from './runs/schedules/handlers.ts';
import { serverRunHandlers } from './runs/handlers.ts';
import { auditHandlers, operatorHandlers } from './operator/handlers.ts';
import { cloudHandlers } from './cloud/handlers.ts';
import { dataConnectionHandlers, netHandlers } from './connections/handlers.ts';
import { feedbackHandlers } from './feedback/handlers.ts';
import { templateHandlers } from './templates/handlers.ts';
import { templateTrashHandlers } from './templates/trash-handlers.ts';
import { historyHandlers } from './runs/history-handlers.ts';
import { memberHandlers } from './membership/handlers.ts';
import { operatorMemberHandlers } from './membership/operator-handlers.ts';
import { iconHandlers } from './content/icons/handlers.ts';
import { industryHandlers } from './content/designs/handlers.ts';
import { officeHandlers } from './documents/handlers.ts';
import { personalHandlers } from './personal/handlers.ts';
import { fontHandlers } from './content/fonts/handlers.ts';
import { sharingHandlers } from './sharing/handlers.ts';
import { signInHandlers } from './accounts/sign-in-handlers.ts';
import { securityHandlers } from './accounts/security-handlers.ts';

/** The handler of each call of the protocol. */
export const handlers: Handlers<Services> = {
  ...accountHandlers,
  ...signInHandlers,
  ...personalHandlers,
  ...securityHandlers,
  ...templateHandlers,
  ...templateTrashHandlers,
  ...historyHandlers,
  ...fontHandlers,
  ...iconHandlers,
  ...industryHandlers,
  ...netHandlers,
  ...officeHandlers,
  ...auditHandlers,
  ...apiTokenHandlers,
  ...dataConnectionHandlers,
  ...assistantHandlers,
  ...scheduleHandlers,
  ...serverRunHandlers,
  ...memberHandlers,
  ...operatorMemberHandlers,
  ...operatorHandlers,
  ...sharingHandlers,
  ...cloudHandlers,
  ...feedbackHandlers,
  ...addedContentHandlers,
};
