import type { Handlers } from '../http/call-route.ts';
import { importSpreadsheet } from '../net/import-spreadsheet.ts';

/** What is fetched for users from addresses that they give. */
export const netHandlers: Pick<Handlers, 'importSpreadsheet'> = {
  importSpreadsheet({ net, user, gone }, input) {
    return importSpreadsheet(net, { userId: user.id, address: input.FileUrl, signal: gone }, input);
  },
};
