import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** The known fields of an error in another process. */
interface CaughtError {
  readonly message?: string;
  readonly cause?: CaughtError;
}

/**
 * Writes the errors outside any test to the file that `UNHANDLED_ERRORS_FILE` names, as a JSON list of a line each, causes
 * included: the JSON report leaves them out.
 */
// The test runner takes a reporter as the file's default export.
// oxlint-disable-next-line import/no-default-export
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly CaughtError[]): void {
    const file = process.env['UNHANDLED_ERRORS_FILE'];
    if (file === undefined || errors.length === 0) return;
    writeFileSync(file, JSON.stringify(errors.map(lineOf)));
  }
}

function lineOf({ message = '', cause }: CaughtError): string {
  const line = message.split('\n')[0] ?? '';
  return cause?.message === undefined ? line : `${line} ${lineOf(cause)}`;
}
