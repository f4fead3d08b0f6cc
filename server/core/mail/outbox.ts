import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '../database/new-id.ts';

/** Where messages go while nothing is set that could send them: the operator reads them there, and on the console. */
export interface Outbox {
  /** Keeps a message as a file for the server's user alone, and tells its gist on the console. */
  put(extension: string, content: string | Uint8Array, gist: string): Promise<void>;
}

export function openOutbox(folder: string, now: () => number, say: (line: string) => void): Outbox {
  return {
    async put(extension, content, gist) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-');
      await writeFile(join(folder, `${time}-${randomText(4)}.${extension}`), content, { mode: 0o600, flag: 'wx' });
      say(gist);
    },
  };
}
