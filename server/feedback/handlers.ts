import { ok } from '#model/kernel/result.ts';
import { currentAnnouncements, deleteAnnouncement, keepAnnouncement, listAnnouncements } from './announcements.ts';
import { addFeedback, listFeedback } from './feedback.ts';
import { answerFeedback, closeFeedback, listAllFeedback } from './operator-feedback.ts';
import type { Handlers } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';

/** Handlers for users' feedback to the operator, and announcements to users. */
export const feedbackHandlers: Pick<
  Handlers<Pick<CoreServices, 'db'>>,
  | 'addFeedback'
  | 'feedbackList'
  | 'announcementList'
  | 'operatorFeedbackList'
  | 'answerFeedback'
  | 'closeFeedback'
  | 'operatorAnnouncementList'
  | 'addAnnouncement'
  | 'editAnnouncement'
  | 'delAnnouncement'
> = {
  addFeedback({ db, user, time }, input) {
    return addFeedback(db, user.id, input, time);
  },
  async feedbackList({ db, user }, input) {
    return ok(await listFeedback(db, user.id, input));
  },
  async announcementList({ db, language, time }) {
    return ok({ list: await currentAnnouncements(db, language, time) });
  },
  async operatorFeedbackList({ db }, input) {
    return ok(await listAllFeedback(db, input));
  },
  answerFeedback({ db, time }, input) {
    return answerFeedback(db, input, time);
  },
  closeFeedback({ db }, input) {
    return closeFeedback(db, input.id);
  },
  async operatorAnnouncementList({ db }) {
    return ok({ list: await listAnnouncements(db) });
  },
  addAnnouncement({ db, time }, input) {
    return keepAnnouncement(db, null, input, time);
  },
  editAnnouncement({ db, time }, input) {
    return keepAnnouncement(db, input.id, input, time);
  },
  async delAnnouncement({ db }, input) {
    await deleteAnnouncement(db, input.id);
    return ok(null);
  },
};
