import { compareTemplates, type TemplateDifference } from '#model/template/compare.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import type { ApiClient } from '#services/api/api-client.ts';

/**
 * The changes, and the size of both labels in mm, for marks on their pictures; null for one whose picture has the length of its
 * content.
 */
export interface FilesCompared extends TemplateDifference {
  readonly sizes: Readonly<Record<'before' | 'after', { readonly widthMm: number; readonly heightMm: number } | null>>;
}

/**
 * Compares the files of two versions of a template. `now`: the open label, which replaces the later file. Null if one of
 * them can't be fetched or read.
 */
export async function compareFiles(
  earlier: string,
  later: string,
  now: Template | null,
  api: ApiClient,
  signal: AbortSignal,
): Promise<FilesCompared | null> {
  const [before, after] = await Promise.all([
    fetchTemplate(earlier, api, signal),
    // As it would be read again: a field that is left out there is left out here.
    now === null ? fetchTemplate(later, api, signal) : readTemplateOr(writeTemplate(now)),
  ]);
  if (before === null || after === null) return null;
  const sizeOf = ({ label }: Template): LabelSettings | null => (contentLengthOf(label) === null ? label : null);
  const sizes = { before: sizeOf(before), after: sizeOf(after) };
  return { ...compareTemplates(before, after), sizes };
}

async function fetchTemplate(path: string, api: ApiClient, signal: AbortSignal): Promise<Template | null> {
  const file = await api.fetchFile(path, { signal });
  const xml = file.ok ? unpackTemplate(file.value) : file;
  return xml.ok ? readTemplateOr(xml.value) : null;
}

function readTemplateOr(xml: string): Template | null {
  const read = readTemplate(xml);
  return read.ok ? read.value : null;
}
