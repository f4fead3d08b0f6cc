import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { csvCell } from '#model/kernel/csv-cell.ts';
import { problemText } from '../outcomes/problem-texts.ts';
import { runFilesOf } from '../runs/run-files.ts';
import { isFilePerPage } from '../runs/run-settings.ts';
import { findOwnRun, isOpen, pageOf, pagesOf, reportOf } from '../runs/runs.ts';
import type { V1Handler } from './context.ts';
import { sendNamed, sendRefused } from './problem-answer.ts';
import { triesOf } from '../runs/tries.ts';
import { runInfo, tryInfo } from './run-info.ts';

const MEDIA: Readonly<Record<string, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  'pdf-vector': 'application/pdf',
};

export const run: V1Handler = async ({ services, user, reply, language, param }) => {
  const found = await findOwnRun(services, user.id, param('id'));
  return found.ok
    ? reply.send(await runInfo(services, found.value, language))
    : sendRefused(reply, language, found.error);
};

export const pages: V1Handler = async ({ services, user, reply, language, param }) => {
  const found = await findOwnRun(services, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  const { format, state, pages: count } = found.value;
  if (state !== 'done' || count === 0) return sendNamed(reply, language, 409, 'run.notDone');
  if (!isFilePerPage(format)) {
    const [file] = await runFilesOf(services.db, found.value.id, 'pages');
    if (file === undefined) return sendNamed(reply, language, 404, 'run.noSuchPage');
    return reply.type(MEDIA[format] ?? 'application/octet-stream').send(services.blobs.open(file.key));
  }
  const zip = new ZipFile();
  const fill = async (): Promise<void> => {
    let page = 0;
    for await (const bytes of pagesOf(services, found.value)) {
      const name = `page-${String(++page).padStart(5, '0')}.${format}`;
      zip.addBuffer(Buffer.from(bytes), name, { compress: format === 'svg' });
    }
    zip.end();
  };
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return reply.type('application/zip').send(out);
};

export const page: V1Handler = async ({ services, user, reply, language, param }) => {
  const found = await findOwnRun(services, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  const { format, state } = found.value;
  if (state !== 'done') return sendNamed(reply, language, 409, 'run.notDone');
  const wanted = param('page');
  const number = /^[1-9]\d{0,8}$/.test(wanted) && isFilePerPage(format) ? Number(wanted) : 0;
  const bytes = number === 0 ? null : await pageOf(services, found.value, number);
  if (bytes === null) return sendNamed(reply, language, 404, 'run.noSuchPage');
  return reply.type(MEDIA[format] ?? '').send(Buffer.from(bytes));
};

export const report: V1Handler = async ({ services, user, reply, language, param, query }) => {
  const found = await findOwnRun(services, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  if (isOpen(found.value)) return sendNamed(reply, language, 409, 'run.notDone');
  const labels = (await reportOf(services, found.value)).map(({ row, page: on, verified, problems, symbols }) => ({
    row,
    page: on,
    verified,
    errors: problems.map(({ elementName: field, problem }) => ({
      code: problem.code,
      detail: problemText(language, problem),
      field,
    })),
    symbols,
  }));
  if (query('format') !== 'csv') {
    const tries = (await triesOf(services.db, found.value.id)).map((one) => tryInfo(one, language));
    return reply.send({ run: await runInfo(services, found.value, language), labels, tries });
  }
  const lines = labels.map(({ row, page: on, verified, errors }) =>
    [row, on ?? '', verified, errors.map((e) => e.field).join('; '), errors.map((e) => e.detail).join('; ')]
      .map((value) => csvCell(String(value)))
      .join(','),
  );
  return reply
    .type('text/csv; charset=utf-8')
    .send(`${['row,page,verified,field,problem', ...lines].join('\r\n')}\r\n`);
};
