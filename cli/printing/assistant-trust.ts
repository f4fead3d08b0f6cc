import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** In the folder of an assistant, what it was made to be trusted by (docs/adr/0076-tls-by-choice.md). */
const FILE = 'tls/ca.crt';
const OWN_ROOT = join(import.meta.dirname, '../..');

/**
 * From now on this program trusts the assistant's authority, beside those that it trusts anyway. It is in the file that was
 * named, or else where assistants of this user and of this installation keep theirs; an assistant that speaks plain
 * text needs none. Problem: `file.unreadable` where the named one is no certificate.
 */
export async function trustAssistant(named: string | null, env: Environment): Promise<Result<null>> {
  const paths = named === null ? usualPaths(env, process.platform) : [named];
  const found = (await Promise.all(paths.map(readCertificate))).filter((certificate) => certificate !== null);
  if (named !== null && found.length === 0) return err(problem('file.unreadable', { file: named }, '--assistant-ca'));
  if (found.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...found]);
  return ok(null);
}

/** Where the assistant is that `ASSISTANT_DIR` names, else the one of `npm start` and the one that is a single program. */
function usualPaths(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const own = env['ASSISTANT_DIR'];
  if (own !== undefined && own !== '') return [join(resolve(OWN_ROOT, own), FILE)];
  const home = homedir();
  const single =
    platform === 'win32'
      ? join(env['LOCALAPPDATA'] ?? home, 'Labelwright', 'assistant')
      : join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'labelwright-assistant');
  return [join(resolve(OWN_ROOT, env['DATA_DIR'] || 'data'), 'assistant', FILE), join(single, FILE)];
}

/** PEM; null for what is none. */
async function readCertificate(path: string): Promise<string | null> {
  try {
    return new X509Certificate(await readFile(path)).toString();
  } catch {
    return null;
  }
}
