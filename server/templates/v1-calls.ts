import { buffer } from 'node:stream/consumers';
import { disconnectSignal } from '../http/answers.ts';
import { findTemplate, listTemplates } from './template-rows.ts';
import { listVersions } from './versions.ts';
import type { V1Context, V1Handler } from '../api-v1/context.ts';
import { sendNamed, sendRefused, sendBusy, sendProblem } from '../api-v1/problem-answer.ts';
import type { ReadInThread, ThreadFault } from '../api-v1/reading-threads.ts';
import type { CoreServices } from '../core/services.ts';
import type { FastifyReply } from 'fastify';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import { problemText } from '../core/messages.ts';
import { isSmallTemplate } from './used-privileges.ts';
import { readTemplateFields, type TemplateFields } from './template-fields.ts';

/** Reads the inputs of a template from its file. */
type FieldsReader = (
  asked: { readonly bytes: Uint8Array; readonly userId: string },
  disconnected: AbortSignal,
) => Promise<Result<TemplateFields, Problem | ThreadFault>>;

const THREAD = new URL('./template-fields-thread.ts', import.meta.url);

/** Reads small files directly, large ones in a thread. */
function createFieldsReader(readInThread: ReadInThread): FieldsReader {
  return async ({ bytes, userId }, disconnected) => {
    if (await isSmallTemplate(bytes)) return readTemplateFields(bytes);
    const read = await readInThread<ReturnType<typeof readTemplateFields>>(
      { thread: THREAD, data: { bytes }, userId },
      disconnected,
    );
    return read.ok ? read.value : read;
  };
}

function sendTemplateFault(reply: FastifyReply, language: Language, fault: Problem | ThreadFault): FastifyReply {
  if (fault === 'busy') return sendBusy(reply, language);
  const why = fault === 'tooLarge' ? problem('template.tooLarge') : fault;
  return sendProblem(reply, 422, { code: why.code, detail: problemText(language, why) });
}

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** Page and size of a list, within reasonable limits. */
export function paging({ query }: Pick<V1Context<object>, 'query'>): { readonly page: number; readonly size: number } {
  const number = (name: string, otherwise: number, most: number): number => {
    const value = /^\d{1,7}$/.test(query(name)) ? Number(query(name)) : otherwise;
    return Math.min(most, Math.max(1, value));
  };
  return { page: number('page', 1, 1_000_000), size: number('size', PAGE_SIZE, MAX_PAGE_SIZE) };
}

export const templates: V1Handler<Pick<CoreServices, 'db'>> = async ({ services, user, reply, query }) => {
  const { list, count } = await listTemplates(services.db, user.id, { ...paging({ query }), name: query('name') });
  const items = list.map((one) => ({
    id: one.id,
    name: one.name,
    width_mm: one.width,
    height_mm: one.height,
    version: one.revision,
    updated: one.update_time,
  }));
  return reply.send({ items, count });
};

export function createTemplateCall(readInThread: ReadInThread): V1Handler<Pick<CoreServices, 'db' | 'files'>> {
  const read = createFieldsReader(readInThread);
  return async ({ services, user, reply, param, language }) => {
    const { db, files } = services;
    const found = await findTemplate(db, user.id, param('id'));
    if (!found.ok) return sendRefused(reply, language, found.error);
    const row = found.value;
    const versions = await listVersions(db, user.id, row.id);
    const file = await files.find(user.id, row.file_key);
    if (file === null || !versions.ok) return sendNamed(reply, language, 404, 'template.fileMissing');
    const fields = await read({ bytes: await buffer(file.open()), userId: user.id }, disconnectSignal(reply));
    if (!fields.ok) return sendTemplateFault(reply, language, fields.error);
    return reply.send({
      id: row.id,
      name: row.name,
      width_mm: row.width_mm,
      height_mm: row.height_mm,
      version: row.revision,
      fields: fields.value,
      versions: versions.value.list.map(({ revision, name, remark, save_time }) => ({
        version: revision,
        name,
        remark,
        saved: save_time,
      })),
    });
  };
}
