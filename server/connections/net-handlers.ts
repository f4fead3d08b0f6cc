import type { Handlers } from '../http/call.ts';
import { importSpreadsheet } from './import-spreadsheet.ts';
import type { CoreServices } from '../core/services.ts';

/** What is fetched for users from addresses that they give. */
export const netHandlers: Pick<Handlers<Pick<CoreServices, 'net'>>, 'importSpreadsheet'> = {
  importSpreadsheet({ net, user, gone }, input) {
    return importSpreadsheet(net, { userId: user.id, address: input.FileUrl, signal: gone }, input);
  },
};
