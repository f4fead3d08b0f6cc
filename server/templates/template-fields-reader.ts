import type { FastifyReply } from 'fastify';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import { problemText } from '../core/errors/problem-texts.ts';
import { isSmallTemplate } from './small-template.ts';
import { sendBusy, sendProblem } from '../api-v1/problem-answer.ts';
import type { ReadInThread, ThreadFault } from '../api-v1/reading-threads.ts';
import { readTemplateFields, type TemplateFields } from './template-fields.ts';

/** Reads what a template takes from its file. */
export type FieldsReader = (
  asked: { readonly bytes: Uint8Array; readonly userId: string },
  gone: AbortSignal,
) => Promise<Result<TemplateFields, Problem | ThreadFault>>;

const THREAD = new URL('./template-fields-thread.ts', import.meta.url);

/** Small files are read at once, large ones in a thread. */
export function createFieldsReader(readInThread: ReadInThread): FieldsReader {
  return async ({ bytes, userId }, gone) => {
    if (await isSmallTemplate(bytes)) return readTemplateFields(bytes);
    const read = await readInThread<ReturnType<typeof readTemplateFields>>(
      { thread: THREAD, data: { bytes }, userId },
      gone,
    );
    return read.ok ? read.value : read;
  };
}

export function sendTemplateFault(reply: FastifyReply, language: Language, fault: Problem | ThreadFault): FastifyReply {
  if (fault === 'busy') return sendBusy(reply, language);
  const why = fault === 'tooLarge' ? problem('template.tooLarge') : fault;
  return sendProblem(reply, 422, { code: why.code, detail: problemText(language, why) });
}
