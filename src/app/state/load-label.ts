import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { withoutHidden } from '#model/kernel/shown-text.ts';
import { readTemplate } from '#model/template/file-format.ts';
import { withOwnAddress } from '#model/template/label-address.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { type Template, createTemplate } from '#model/template/template.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { LabelAttributes, LabelStatus } from '#app/state/label-attributes.ts';
import type { keptBackgrounds } from '#app/state/label-background.ts';
import { savedAttributes } from '#app/state/template-attributes.ts';

export interface LoadedLabel {
  readonly template: Template;
  /** The attributes of the loaded version; the address may name a replaced one. */
  readonly attributes: LabelAttributes;
}

/**
 * Loads the template that the route's attributes name: a file of the server, or a new label. The name is that of the user's
 * list, because a rename does not change the file. If the address names no version, or not the current one because another
 * tab has saved, the current version is loaded. `picked`: the backgrounds of a new label. Problems: those of the server, of
 * unpacking and of reading; a saved label without a file path is a failure too.
 */
export async function loadLabel(
  attributes: LabelAttributes,
  status: LabelStatus,
  picked: ReturnType<typeof keptBackgrounds>,
  api: ApiClient,
  signal: AbortSignal,
): Promise<Result<LoadedLabel>> {
  if (status === 'add' && attributes.file === '') {
    const template = createTemplate(attributes.settings);
    if (picked === null) return ok({ template, attributes });
    const { canvases, background, assets } = picked;
    return ok({ template: { ...template, label: { ...template.label, canvases, background }, assets }, attributes });
  }
  if (attributes.file === '') return err(problem('template.loadFailed'));
  const own = status === 'edit' && attributes.id !== '';
  if (own && attributes.revision === 0) return loadPresent(attributes, api, signal);
  if (!own) return loadFile(attributes, api, signal);
  // Earlier versions are still available, so a fetched file may not be the current one.
  const [present, loaded] = await Promise.all([
    api.call('getTemplate', { id: attributes.id }, { signal }),
    loadFile(attributes, api, signal),
  ]);
  if (!present.ok) return present.error.code === 'server.notFound' || !loaded.ok ? present : loaded;
  if (present.value.file === attributes.file) return loaded;
  return loadFile(savedAttributes(present.value, attributes.settings), api, signal);
}

async function loadPresent(
  attributes: LabelAttributes,
  api: ApiClient,
  signal: AbortSignal,
): Promise<Result<LoadedLabel>> {
  const info = await api.call('getTemplate', { id: attributes.id }, { signal });
  if (!info.ok) return info;
  return loadFile(savedAttributes(info.value, attributes.settings), api, signal);
}

async function loadFile(
  attributes: LabelAttributes,
  api: ApiClient,
  signal: AbortSignal,
): Promise<Result<LoadedLabel>> {
  const file = await api.fetchFile(attributes.file, { signal });
  if (!file.ok) return file;
  const xml = unpackTemplate(file.value);
  if (!xml.ok) return xml;
  const template = readTemplate(xml.value);
  if (!template.ok) return template;
  const { label } = template.value;
  // A name from before hidden characters were rejected could not be saved again.
  const name = withoutHidden(attributes.settings.name === '' ? label.name : attributes.settings.name);
  const own = addressed(template.value, attributes.id);
  return ok({ template: name === '' ? own : named(own, name), attributes });
}

/** Codes that open the label name the loaded one, not the one that it is a copy of. */
function addressed(template: Template, id: string): Template {
  const elements = withOwnAddress(template.elements, window.location.origin, id === '' ? null : id);
  return elements === template.elements ? template : { ...template, elements };
}

function named(template: Template, name: string): Template {
  return template.label.name === name ? template : { ...template, label: { ...template.label, name } };
}
