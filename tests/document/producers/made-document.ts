import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PDF with the name of its program and its content. */
export interface MadeDocument {
  readonly name: string;
  readonly pdf: Uint8Array<ArrayBuffer>;
}

/** Runs with a temporary folder, deleted afterwards. */
export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-made-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
