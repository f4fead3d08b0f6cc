import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { createTemplate } from '#model/template/create-template.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import type { Template } from '#model/template/template.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { LabelAttributes, LabelStatus } from '#app/state/label-attributes.ts';

/**
 * The template behind the route's attributes: the server's file, or a new label. Its name is that of the list, which
 * may have been changed since the file was written.
 * Problems: those of the server, of unpacking and of reading; a saved label without a file path is a failure too.
 */
export async function loadLabel(
  attributes: LabelAttributes,
  status: LabelStatus,
  api: ApiClient,
  signal: AbortSignal,
): Promise<Result<Template>> {
  if (status === 'add' && attributes.file === '') return ok(createTemplate(attributes.settings));
  if (attributes.file === '') return err(problem('template.loadFailed'));
  const file = await api.fetchFile(attributes.file, { signal });
  if (!file.ok) return file;
  const xml = unpackTemplate(file.value);
  if (!xml.ok) return xml;
  const template = readTemplate(xml.value);
  if (!template.ok) return template;
  const { name } = attributes.settings;
  return ok(name === '' ? template.value : named(template.value, name));
}

function named(template: Template, name: string): Template {
  return template.label.name === name ? template : { ...template, label: { ...template.label, name } };
}
