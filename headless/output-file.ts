import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/**
 * A file that is written sequentially. Its calls throw as the file system does, and return when the bytes are written.
 */
export interface OutputFile {
  /** Its size in bytes; null when it cannot be truncated, such as a pipe. */
  readonly bytes: number | null;
  write(bytes: Uint8Array): void;
  close(): void;
}

/** Opens a new file, or, to continue it, one of which the first `kept` bytes are kept. */
export function openOutputFile(path: string, kept: number | null = null): OutputFile {
  const file = openSync(path, kept === null ? 'w' : 'r+');
  const isRegular = fstatSync(file).isFile();
  let bytes = kept ?? 0;
  try {
    if (kept !== null && isRegular) ftruncateSync(file, kept);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return {
    get bytes() {
      return isRegular ? bytes : null;
    },
    write(data) {
      for (let at = 0; at < data.length;) {
        const written = writeSync(file, data, at, data.length - at, isRegular ? bytes : null);
        at += written;
        bytes += written;
      }
    },
    close: () => closeSync(file),
  };
}
