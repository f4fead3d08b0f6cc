import type { AssetKey } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { Result } from '#model/kernel/result.ts';
import { namedAssets, type LabelElement } from '#model/elements/element.ts';
import { readTemplatePart, writeTemplate } from '#model/template/file-format.ts';
import type { LabelLanguages } from '#model/template/label-languages.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import type { Asset, Template } from '#model/template/template.ts';

/** Copied elements with their images. */
export interface ClipboardContent extends Pick<Template, 'elements' | 'assets'> {
  /** The languages of the label from which they come, if it has several. */
  readonly languages?: LabelLanguages['tags'];
}

export function clipboardContent(template: Template, elements: readonly LabelElement[]): ClipboardContent {
  const assets = new Map<AssetKey, Asset>();
  for (const key of elements.flatMap(namedAssets)) {
    const asset = template.assets.get(key);
    if (asset !== undefined) assets.set(key, asset);
  }
  const { languages } = template.label;
  return languages === undefined ? { elements, assets } : { elements, assets, languages: languages.tags };
}

/**
 * The text for the system's clipboard, and so for other tabs: a template file. Elements, their data sources and their
 * images therefore need no second format and no second check.
 */
export function clipboardText({ elements, assets, languages: tags }: ClipboardContent): string {
  const label = createLabelSettings('', tags === undefined ? {} : { languages: { tags } });
  return writeTemplate({ label, elements, assets });
}

/**
 * Reads the text of the system's clipboard. References may name elements that were not copied. `edit.clipboardEmpty`
 * when it is not a template file with elements.
 */
export function parseClipboard(text: string): Result<ClipboardContent> {
  const template = text.includes('<Template') ? readTemplatePart(text) : null;
  if (template === null || !template.ok || template.value.elements.length === 0) {
    return err(problem('edit.clipboardEmpty'));
  }
  const { elements, assets, label } = template.value;
  return ok(
    label.languages === undefined ? { elements, assets } : { elements, assets, languages: label.languages.tags },
  );
}
