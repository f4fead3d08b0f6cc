import type { Handlers } from '../http/call-route.ts';
import { accountHandlers } from './accounts.ts';
import { addedContentHandlers } from './added-content.ts';
import { apiTokenHandlers } from './api-tokens.ts';
import { assistantHandlers } from './assistants.ts';
import { scheduleHandlers } from './schedules.ts';
import { serverRunHandlers } from './server-runs.ts';
import { auditHandlers } from './audit.ts';
import { cloudHandlers } from './cloud.ts';
import { dataConnectionHandlers } from './data-connections.ts';
import { feedbackHandlers } from './feedback.ts';
import { templateHandlers } from './templates.ts';
import { templateOrderHandlers } from './template-order.ts';
import { historyHandlers } from './history.ts';
import { memberHandlers } from './members.ts';
import { operatorMemberHandlers } from './operator-members.ts';
import { operatorHandlers } from './operator.ts';
import { iconHandlers } from './icons.ts';
import { industryHandlers } from './industry.ts';
import { netHandlers } from './net.ts';
import { officeHandlers } from './office.ts';
import { personalHandlers } from './personal.ts';
import { resourceHandlers } from './resources.ts';
import { sharingHandlers } from './sharing.ts';
import { signInHandlers } from './sign-in.ts';
import { securityHandlers } from './security.ts';

/** What each call of the protocol does. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...signInHandlers,
  ...personalHandlers,
  ...securityHandlers,
  ...templateHandlers,
  ...templateOrderHandlers,
  ...historyHandlers,
  ...resourceHandlers,
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
