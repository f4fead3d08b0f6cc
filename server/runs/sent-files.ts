import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { csvCell } from '#model/kernel/csv-cell.ts';
import type { Language } from '#protocol/api.ts';
import type { LabelRunRow } from '../database/tables.ts';
import { problemText } from '../outcomes/problem-texts.ts';
import { openRunParts, runFilesOf } from './run-files.ts';
import { isFilePerPage } from './run-settings.ts';
import { pagesOf, reportOf } from './runs.ts';
import type { Services } from '../services.ts';

const MEDIA: Readonly<Record<string, string>> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  'pdf-vector': 'application/pdf',
};

export function mediaOf(format: string): string {
  return MEDIA[format] ?? 'application/octet-stream';
}

/** Whether a run has pages that can be fetched. */
export function hasPages({ state, pages }: LabelRunRow): boolean {
  return state === 'done' && pages > 0;
}

/** All pages of a run: the one file that they make, or a zip file. Null where they are gone. */
export async function sendPages(
  services: Services,
  reply: FastifyReply,
  run: LabelRunRow,
): Promise<FastifyReply | null> {
  const { format } = run;
  if (!isFilePerPage(format)) {
    const parts = await runFilesOf(services.db, run.id, 'pages');
    return parts.length === 0 ? null : reply.type(mediaOf(format)).send(openRunParts(services.blobs, parts));
  }
  const zip = new ZipFile();
  const fill = async (): Promise<void> => {
    let page = 0;
    for await (const bytes of pagesOf(services, run)) {
      const name = `page-${String(++page).padStart(5, '0')}.${format}`;
      zip.addBuffer(Buffer.from(bytes), name, { compress: format === 'svg' });
    }
    zip.end();
  };
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return reply.type('application/zip').send(out);
}

/** A label of a report, with what is wrong in the user's language. */
export interface ToldLabel {
  readonly row: number;
  readonly page: number | null;
  readonly verified: boolean;
  readonly errors: readonly { readonly code: string; readonly detail: string; readonly field: string }[];
  readonly symbols: readonly object[];
}

export async function labelsOf(services: Services, run: LabelRunRow, language: Language): Promise<ToldLabel[]> {
  return (await reportOf(services, run)).map(({ row, page, verified, problems, symbols }) => ({
    row,
    page,
    verified,
    errors: problems.map(({ elementName: field, problem }) => ({
      code: problem.code,
      detail: problemText(language, problem),
      field,
    })),
    symbols,
  }));
}

/** A report as a table. */
export function sendReportTable(reply: FastifyReply, labels: readonly ToldLabel[]): FastifyReply {
  const lines = labels.map(({ row, page, verified, errors }) =>
    [row, page ?? '', verified, errors.map((e) => e.field).join('; '), errors.map((e) => e.detail).join('; ')]
      .map((value) => csvCell(String(value)))
      .join(','),
  );
  return reply
    .type('text/csv; charset=utf-8')
    .send(`${['row,page,verified,field,problem', ...lines].join('\r\n')}\r\n`);
}
