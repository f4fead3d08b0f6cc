import { err, ok } from '#model/kernel/result.ts';
import { answerOf, availabilityOf } from './conversion-answers.ts';
import { findConversion } from './conversions.ts';
import type { Handlers } from '../http/call.ts';
import { apiError } from '../core/api-error.ts';
import type { CoreServices } from '../core/services.ts';
import type { OfficeServices } from './office-converter.ts';

/** Handlers for the conversion of office files to PDF. */
export const officeHandlers: Pick<
  Handlers<Pick<CoreServices, 'db'> & OfficeServices>,
  'officeAvailability' | 'conversionState' | 'endConversion'
> = {
  async officeAvailability({ office, language }) {
    return ok(availabilityOf(await office.program(), language));
  },
  async conversionState({ db, office, language, user, time }, { id }) {
    const row = await findConversion(db, office.limits, user.id, id, time);
    if (row === null) return err(apiError('notFound', 'office.notFound'));
    if (row.state === 'queued') office.pump();
    return ok(await answerOf(db, row, language, office.limits));
  },
  async endConversion({ office, user }, { id }) {
    await office.end(user.id, id);
    return ok(null);
  },
};
