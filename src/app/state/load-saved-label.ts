import { ok, type Result } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { withFetchedBackground } from './fetched-background.ts';
import { loadLabel } from './load-label.ts';
import { attributesOf } from '#app/state/template-attributes.ts';
import type { TemplateWay } from '#protocol/api.ts';
import type { PrintedTemplate } from '#protocol/printing.ts';
import type { LabelAttributes } from '#app/state/label-attributes.ts';
import type { Services } from '#app/state/services.tsx';

/** The current template of the server, for printing without opening it. */
export interface SavedLabel {
  readonly template: Template;
  /** For the editor's address. */
  readonly attributes: LabelAttributes;
  /** The template that the history records as printed. */
  readonly printed: PrintedTemplate;
}

/**
 * Loads a template of the user with the fonts that it may need. Problems: those of the server, of unpacking and of reading.
 */
export async function loadSavedLabel(
  id: string,
  { api, fonts }: Pick<Services, 'api' | 'fonts'>,
  signal: AbortSignal,
  way?: TemplateWay,
): Promise<Result<SavedLabel>> {
  // An unknown font would be replaced during layout.
  const fontsKnown = fonts.isSettled() ? Promise.resolve() : fonts.refresh();
  const info = await api.call('getTemplate', { id, ...(way === undefined ? {} : { way }) }, { signal });
  if (!info.ok) return info;
  const loaded = await loadLabel(attributesOf(info.value), 'edit', null, api, signal);
  if (!loaded.ok) return loaded;
  const { attributes } = loaded.value;
  const [template] = await Promise.all([
    withFetchedBackground(loaded.value.template, (path) => api.fetchFile(path, { signal })),
    fontsKnown,
  ]);
  return ok({ template, attributes, printed: { id, type: 'cloud', revision: attributes.revision } });
}
