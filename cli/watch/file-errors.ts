import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Problem } from '#model/kernel/problem.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { openOutputFile } from '#headless/output-file.ts';
import type { RunSummary } from '#headless/report-file.ts';
import type { Wording } from '../wording.ts';

export interface FileErrors {
  readonly name: string;
  /** Reason why it is incomplete; null where all rows were processed. */
  readonly reason: Problem | null;
  /** Null when it ended before making anything. */
  readonly summary: RunSummary | null;
}

type ReportLine =
  | ({ readonly type: 'label' } & LabelOutcome)
  | { readonly type: 'page'; readonly page: number; readonly printed?: string }
  | { readonly type: 'end' };

/**
 * Writes the errors of a file as text (`path` + `.errors.txt`) and for programs (`.errors.json`), from the report of
 * its run, which includes what an earlier process has made. Throws as the file system does.
 */
export async function writeErrors(
  path: string,
  reportPath: string,
  { name, reason, summary }: FileErrors,
  wording: Wording,
): Promise<void> {
  const text = openOutputFile(`${path}.errors.txt`);
  const json = openOutputFile(`${path}.errors.json`);
  const say = (line: string): void => text.write(Buffer.from(`${line}\n`));
  const add = (part: string): void => json.write(Buffer.from(part));
  try {
    const described = reason === null ? null : { ...withField(reason), text: wording.problem(reason) };
    add(`${JSON.stringify({ file: name, reason: described, summary }).slice(0, -1)},"errors":[`);
    if (summary !== null && summary.verified > 0) {
      say(wording.say('errorMade', { verified: summary.verified, pages: summary.pages }));
    }
    if (described !== null) say(described.text);
    let separator = '\n';
    const addError = (error: object): void => {
      add(`${separator}${JSON.stringify(error)}`);
      separator = ',\n';
    };
    for await (const line of reportLines(reportPath)) {
      if (line.type === 'page' && line.printed === 'inDoubt') {
        addError({ page: line.page, code: 'inDoubt', text: wording.say('inDoubt', { page: line.page }) });
        say(wording.say('inDoubt', { page: line.page }));
      }
      if (line.type !== 'label' || line.verified) continue;
      for (const { elementName, problem } of line.problems) {
        const because = wording.problem(problem);
        addError({ ...withField(problem), row: line.row, element: elementName, text: because });
        say(wording.say('errorRow', { row: line.row, element: elementName, reason: because }));
      }
    }
    add('\n]}\n');
  } finally {
    text.close();
    json.close();
  }
}

/** Adds the column of the data where it is known. */
function withField({ code, params = {} }: Problem): object {
  return { code, row: params['row'], field: params['column'] ?? params['field'] ?? null, params };
}

/** Yields nothing where the run did not begin a report. */
async function* reportLines(path: string): AsyncGenerator<ReportLine> {
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      yield JSON.parse(line) as ReportLine;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
