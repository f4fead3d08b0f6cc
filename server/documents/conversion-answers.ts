import { CONVERTED_PATH, type Language, type OfficeAvailability, type OfficeConversion } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import { message } from '../core/messages.ts';
import { placeOf, type ConversionRow } from './conversions.ts';
import type { OfficeLimits } from './office-settings.ts';
import { INSTALL_COMMAND, type OfficeProgram } from './office-program.ts';

/** The availability of office conversion, as the user sees it. */
export function availabilityOf(program: OfficeProgram, language: Language): OfficeAvailability {
  if (program.type === 'ready') return { available: true, reason: '', text: '', command: '' };
  const { reason } = program;
  return {
    available: false,
    reason,
    text: message(language, `office.${reason}`),
    command: reason === 'notInstalled' ? INSTALL_COMMAND : '',
  };
}

/** A conversion, as the user sees it. */
export async function answerOf(
  db: Db,
  row: ConversionRow,
  language: Language,
  limits: OfficeLimits,
): Promise<OfficeConversion> {
  const { id, name, state, problem, pages } = row;
  if (state === 'receiving') throw new Error('the file of this conversion has not arrived yet');
  const params = { pages: limits.pages, seconds: limits.seconds, limit: limits.pdfBytes / 1024 / 1024 };
  return {
    id,
    name,
    state,
    place: state === 'queued' ? await placeOf(db, id) : 0,
    problem,
    message: problem === '' ? '' : message(language, `office.problem.${problem}`, params),
    url: state === 'done' ? CONVERTED_PATH + id : '',
    bytes: Number(row.result_bytes),
    pages,
  };
}
