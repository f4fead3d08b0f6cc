import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Writes the first error outside any test to the file that `UNHANDLED_ERRORS_FILE` names: the JSON report leaves them out. */
// The test runner takes a reporter as the file's default export.
// oxlint-disable-next-line import/no-default-export
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { readonly message?: string }[]): void {
    const file = process.env['UNHANDLED_ERRORS_FILE'];
    const [first] = errors;
    if (file === undefined || first === undefined) return;
    writeFileSync(
      file,
      `${errors.length} errors outside any test, the first: ${(first.message ?? '').split('\n')[0] ?? ''}`,
    );
  }
}
