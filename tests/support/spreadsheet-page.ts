/** Runs in the browser, for the test of the same name: files pass through client, worker and browser database. */
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createSpreadsheetWorker } from '#services/spreadsheet/create-spreadsheet-worker.ts';
import { createSpreadsheetStore } from '#services/storage/spreadsheet-store.ts';

export interface PageFile {
  readonly name: string;
  readonly base64: string;
}

export interface PageAnswer {
  /** For each file the first two rows as a second client reads them from the store, or the problem of the first. */
  readonly results: readonly unknown[];
  /** Content of the store after 25 more. */
  readonly kept: readonly string[];
}

async function run(files: readonly PageFile[]): Promise<PageAnswer> {
  let clock = 0;
  const store = createSpreadsheetStore({ now: () => ++clock, owner: () => 'tester' });
  const results: unknown[] = [];
  for (const { name, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const client = createSpreadsheetClient({ createWorker: createSpreadsheetWorker, store });
    const opened = await client.open(new File([bytes], name));
    client.dispose();
    if (!opened.ok) {
      results.push(opened.error.code);
      continue;
    }
    const later = createSpreadsheetClient({ createWorker: createSpreadsheetWorker, store });
    const { sheets } = opened.value;
    results.push(await later.rows(opened.value, sheets[0]?.name ?? '', sheets[0]?.columns ?? [], 0, 2));
    later.dispose();
  }
  for (let i = 0; i < 25; i++) await store.put(`sha256:${i}`, `${i}.csv`, new Blob(['a']));
  const listed = await store.list();
  return { results, kept: listed.ok ? listed.value.map((entry) => entry.fileName) : [listed.error.code] };
}

Object.assign(globalThis, { runSpreadsheetPage: run });
