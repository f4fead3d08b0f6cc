import type { FetchedFile } from './fetch-file.ts';

const HEAD_BYTES = 1024;

/**
 * Whether a web page came in place of a file: a form to sign in, or the page on which a table is shown. Spreadsheets that are
 * HTML under another name, as many programs write, say another type or end in `.xls`.
 */
export function isWebPage({ bytes, name, mediaType }: FetchedFile): boolean {
  if (!['text/html', 'application/xhtml+xml'].includes(mediaType) || /\.(xls|csv|tsv|txt)$/i.test(name)) return false;
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return /^[\s\u00ef\u00bb\u00bf]*<(!doctype|html|head|\?xml|!--)/i.test(head);
}
