import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BackupFault } from './archive.ts';

/** Shorter ones can be guessed: an attacker with the file may try without limits. */
const MIN_LENGTH = 12;

export interface PassphraseWish {
  /** Whether it is a new one, which is asked for twice. */
  readonly isNew: boolean;
  readonly path: string;
}

/**
 * The passphrase of an archive: from `BACKUP_PASSPHRASE`, from the first line of the file that `BACKUP_PASSPHRASE_FILE`
 * names, or typed at the terminal. Never from the command line, which every user of the machine can read.
 */
export async function readPassphrase(
  environment: Readonly<Record<string, string | undefined>>,
  { isNew, path }: PassphraseWish,
): Promise<string> {
  const passphrase = given(environment) ?? (await askFor(isNew, path));
  if (isNew && passphrase.length < MIN_LENGTH) {
    throw new BackupFault(
      `A passphrase needs at least ${MIN_LENGTH} characters, such as five words. Nothing was written.`,
    );
  }
  return passphrase;
}

function given(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { BACKUP_PASSPHRASE: passphrase = '', BACKUP_PASSPHRASE_FILE: file = '' } = environment;
  if (passphrase !== '') return passphrase;
  if (file === '') return null;
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BackupFault(`The file that BACKUP_PASSPHRASE_FILE names can't be read: ${why}`, { cause: error });
  }
}

async function askFor(isNew: boolean, path: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new BackupFault(
      `${path} needs a passphrase. Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or run this in a terminal.`,
    );
  }
  const passphrase = await askHidden(`Passphrase of ${path}: `);
  if (isNew && (await askHidden('Repeat the passphrase: ')) !== passphrase) {
    throw new BackupFault('The two passphrases differ. Nothing was written.');
  }
  return passphrase;
}

/** Reads a line without showing the typed text. */
async function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // From here on the terminal doesn't echo, so the question comes only now.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  const stopped = new AbortController();
  terminal.once('SIGINT', () => stopped.abort());
  try {
    return await terminal.question('', { signal: stopped.signal });
  } catch (error) {
    throw new BackupFault('Stopped. Nothing was changed.', { cause: error });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
