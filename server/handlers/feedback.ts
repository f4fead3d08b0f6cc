import { ok } from '#model/kernel/result.ts';
import { currentAnnouncements } from '../announcements/current.ts';
import { addFeedback, listFeedback } from '../feedback/feedback.ts';
import type { Handlers } from '../http/call-route.ts';

/** What users tell whoever runs the product, and what they are told. */
export const feedbackHandlers: Pick<Handlers, 'addFeedback' | 'feedbackList' | 'announcementList'> = {
  addFeedback({ db, user, time }, input) {
    return addFeedback(db, user.id, input, time);
  },
  async feedbackList({ db, user }, input) {
    return ok(await listFeedback(db, user.id, input));
  },
  async announcementList({ db, language, time }) {
    return ok({ list: await currentAnnouncements(db, language, time) });
  },
};
