import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than a minute, the longest first. Other files come after them, the largest first. */
const LONGEST = [
  'e2e/accessibility',
  'e2e/document-controls',
  'e2e/reprint',
  'e2e/net-load',
  'e2e/scan-print',
  'e2e/print-history',
  'e2e/operator',
  'e2e/print-controls',
  'e2e/context-menu',
  'e2e/account',
  'e2e/devices',
  'e2e/editor-rules',
  'e2e/cloud-data',
  'e2e/shown-once',
  'e2e/everybody',
  'e2e/data-panel',
  'server/access',
  'server/attacks',
  'server/api-v1-runs',
  'cli',
  'cli/resume',
  'cli/output',
  'server/dialed-printer-faults',
  'server/runs/schedules',
  'cli/documents',
  'cli/render',
  'worker/run-survives-faults',
  'server/api-v1-at-once',
  'server/api-v1-rest',
  'server/main',
  'data/malformed',
  'cli/first-label',
].map((name) => `/tests/${name}.test.ts`);

/** Starts with the longest files: a long file at the end keeps a core waiting. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
