import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../files.ts';

const KEY = /^[0-9a-f]{32}$/;

/** Address of the assistant's own page. */
export function pageUrl(port: number, key: string, tls: boolean): string {
  return `${tls ? 'https' : 'http'}://127.0.0.1:${port}/p/${key}/`;
}

/**
 * The secret part of the address of the assistant's page. It stays the same, so that the page can be bookmarked. Access
 * to its file gives access to the page's buttons.
 */
export async function openPageKey(folder: string): Promise<string> {
  const path = join(folder, 'page-key');
  const present = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (KEY.test(present)) return present;
  const key = randomBytes(16).toString('hex');
  await writeWhole(path, key);
  return key;
}
