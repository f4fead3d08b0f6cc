import type { AssetKey, ElementId } from '#model/kernel/ids.ts';
import { NO_IMAGE_EDITS, type ImageElement } from '#model/elements/image/image-element.ts';
import { type Template, createTemplate } from '#model/template/template.ts';
import { ONE_TO_A_SHEET, type DocumentPlan, type LabelSheet } from './document-plan.ts';

/** The placeholder for the picture of each label's own record. No image has this key, because it is no hash. */
export const RECORD_PICTURE = 'record-picture' as AssetKey;

const PAGE_ELEMENT = 'document' as ElementId;

/**
 * The label of documents as an ordinary template: one image over the whole label, with a different picture for each
 * record.
 */
export function documentTemplate(plan: DocumentPlan, name: string): Template {
  return templateOf(plan, name, plan.sheet ?? ONE_TO_A_SHEET);
}

/** The same for a single label, independent of its sheet. */
export function documentLabelTemplate(plan: DocumentPlan): Template {
  return templateOf(plan, '', ONE_TO_A_SHEET);
}

function templateOf({ widthMm, heightMm, look }: DocumentPlan, name: string, sheet: LabelSheet): Template {
  const page: ImageElement = {
    id: PAGE_ELEMENT,
    type: 'image',
    name,
    locked: false,
    xMm: 0,
    yMm: 0,
    widthMm,
    heightMm,
    rotation: 0,
    mirror: false,
    canvasMirror: false,
    asset: RECORD_PICTURE,
    keepProportion: false,
    ...NO_IMAGE_EDITS,
    displayMode: 'stretch',
    oneBit: look.oneBit,
    threshold: look.threshold,
  };
  const label = {
    name,
    widthMm,
    heightMm,
    ...sheet,
    canvases: [],
    background: null,
    printBackground: false,
  };
  return { ...createTemplate(label), elements: [page] };
}
