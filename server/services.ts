import type { AccountServices } from './accounts/services.ts';
import type { AssistantServices } from './assistants/assistant-files.ts';
import type { QueryServices } from './connections/query-runner.ts';
import type { PreviewServices } from './content/designs/library.ts';
import type { FontServices } from './content/fonts/operator-fonts.ts';
import type { CoreServices } from './core/services.ts';
import type { OfficeServices } from './documents/office-converter.ts';
import type { HttpServices } from './http/call.ts';
import type { PaymentServices } from './membership/payments/open-payments.ts';
import type { PrivilegeServices } from './membership/privileges.ts';

/** All services of a server. Only the code that composes them uses this type. */
export interface Services
  extends
    CoreServices,
    HttpServices,
    AccountServices,
    PrivilegeServices,
    PaymentServices,
    QueryServices,
    OfficeServices,
    FontServices,
    PreviewServices,
    AssistantServices {}
