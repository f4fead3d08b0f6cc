import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { PrintTarget } from './print-options.ts';

/**
 * From now on this program trusts the assistant's authority, beside those that it trusts anyway. It is in the file that was
 * named, or else where assistants of this user and of this installation keep theirs; an assistant that speaks plain
 * text needs none. Problem: `file.unreadable` where the named one is no certificate.
 */
export async function trustAssistant({
  authorityPath: named,
  ownAuthorityPaths,
}: Pick<PrintTarget, 'authorityPath' | 'ownAuthorityPaths'>): Promise<Result<null>> {
  const paths = named === null ? ownAuthorityPaths : [named];
  const found = (await Promise.all(paths.map(readCertificate))).filter((certificate) => certificate !== null);
  if (named !== null && found.length === 0) return err(problem('file.unreadable', { file: named }, '--assistant-ca'));
  if (found.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...found]);
  return ok(null);
}

/** PEM; null for what is none. */
async function readCertificate(path: string): Promise<string | null> {
  try {
    return new X509Certificate(await readFile(path)).toString();
  } catch {
    return null;
  }
}
