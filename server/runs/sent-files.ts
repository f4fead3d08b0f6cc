import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { csvCell } from '#model/kernel/csv-cell.ts';
import { pageFileName } from '#model/page/page-name.ts';
import type { Language } from '#protocol/api.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import { problemText } from '../core/messages.ts';
import { isFilePerPage } from './run-settings.ts';
import { openJoinedPages, pagesOf, reportOf } from './run-results.ts';
import type { CoreServices } from '../core/services.ts';

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

/** Sends all pages of a run: the single file, or a zip file. */
export async function sendPages(
  services: Pick<CoreServices, 'db' | 'blobs'>,
  reply: FastifyReply,
  run: LabelRunRow,
): Promise<FastifyReply> {
  const { format } = run;
  if (!isFilePerPage(format)) return reply.type(mediaOf(format)).send(await openJoinedPages(services, run));
  const zip = new ZipFile();
  const fill = async (): Promise<void> => {
    let page = 0;
    for await (const bytes of pagesOf(services, run)) {
      const name = `${pageFileName(++page, run.pages)}.${format}`;
      // The next page is fetched when the client is ready: a slow client must not have all pages wait in memory.
      await new Promise<void>((asked) => {
        zip.addReadStreamLazy(name, { compress: format === 'svg' }, (give) => {
          give(null, Readable.from([bytes]));
          asked();
        });
      });
    }
    zip.end();
  };
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  fill().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return reply.type('application/zip').send(out);
}

/** A label of a report, with its problems in the user's language. */
export interface ReportedLabel {
  readonly row: number;
  readonly page: number | null;
  readonly verified: boolean;
  readonly errors: readonly { readonly code: string; readonly detail: string; readonly field: string }[];
  readonly symbols: readonly object[];
}

/** The labels of a run's report, in batches. */
export async function* labelsOf(
  services: Pick<CoreServices, 'db' | 'blobs'>,
  run: LabelRunRow,
  language: Language,
): AsyncGenerator<readonly ReportedLabel[]> {
  for await (const labels of reportOf(services, run)) {
    yield labels.map(({ row, page, verified, problems, symbols }) => ({
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
}

/** Sends a report as a table while it is read. */
export function sendReportTable(reply: FastifyReply, report: AsyncIterable<readonly ReportedLabel[]>): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    yield 'row,page,verified,field,problem\r\n';
    for await (const labels of report) yield labels.map((label) => `${lineOf(label)}\r\n`).join('');
  }
  return reply.type('text/csv; charset=utf-8').send(Readable.from(lines()));
}

function lineOf({ row, page, verified, errors }: ReportedLabel): string {
  return [row, page ?? '', verified, errors.map((e) => e.field).join('; '), errors.map((e) => e.detail).join('; ')]
    .map((value) => csvCell(String(value)))
    .join(',');
}
