import { withoutHidden } from '#model/kernel/shown-text.ts';

const MAX_NAME_LENGTH = 100;

/**
 * The name of a file from a content-disposition header (RFC 6266), else the last part of the address, else its host.
 */
export function fileNameOf(disposition: string, url: URL): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const given = extended === undefined ? (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]) : decoded(extended);
  const names = [given, decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)), url.hostname];
  return names.map((name) => cleaned(name ?? '')).find((name) => name !== '') ?? 'file';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text;
  }
}

/** The name without folders and invisible characters; a long name is cut before its extension. */
function cleaned(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const shown = withoutHidden(last)
    .replaceAll(/[<>:"|?*]/g, '')
    .trim();
  if (shown.length <= MAX_NAME_LENGTH) return /^\.*$/.test(shown) ? '' : shown;
  const ending = /\.\w{1,8}$/.exec(shown)?.[0] ?? '';
  return shown.slice(0, MAX_NAME_LENGTH - ending.length) + ending;
}
