import type { PrintedTemplate } from '#protocol/printing.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { mmToDots, roundMm } from '#model/kernel/units.ts';
import { blanksOf } from '#model/data/blanks.ts';
import type { DataRecord } from '#model/data/record.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import { UPLOAD_BUCKET, UPLOAD_LIMITS, WEB_PLATFORM, type PrivilegeName, type TemplateFields } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { RenderClient } from '#services/render/render-client.ts';
import { measuredTemplate } from './measured-template.ts';
import type { LabelAttributes, LabelStatus } from './label-attributes.ts';
import { addLabel, editLabel, type SavedFiles, type SaveOutcome } from './save-calls.ts';

/** The preview has the resolution of a 300 dpi print, up to the size in pixels that may be uploaded (ADR 16). */
const PREVIEW_DPI = 300;
/** The size of the preview if a finer one would be too large to upload. */
const SMALL_PREVIEW_SIDE_PX = 1000;

export interface SaveServices {
  readonly api: ApiClient;
  readonly render: Pick<RenderClient, 'thumbnail' | 'elementBounds'>;
}

/** The identity of a label: its owner, its address attributes and its status. */
export interface LabelIdentity {
  readonly attributes: LabelAttributes;
  readonly status: LabelStatus;
  readonly userId: string;
}

/** The template in the print history: the version on the server, as long as nothing has changed since. */
export function printedTemplate({ attributes, status }: LabelIdentity, dirty: boolean): PrintedTemplate {
  return {
    id: status === 'add' ? '' : attributes.id,
    type: status === 'common' ? 'common' : 'cloud',
    revision: dirty ? 0 : attributes.revision,
  };
}

/** `uploadFailed`: the template file itself did not reach the server, which is reported to the user (tip127). */
export type SaveProblem = Problem & {
  readonly uploadFailed?: boolean;
  /** The code of the server's answer; null if there was none, absent for a rejection by the browser itself. */
  readonly apiCode?: number | null;
  /** The members' privilege that saving the label requires. */
  readonly privilege?: PrivilegeName;
};

/** Parameters of a save. */
export interface SaveTerms {
  /** Idempotency key: repeating the save with it saves once. */
  readonly key: string;
  /** Empty keeps the template's remark. */
  readonly remark: string;
  /** Identifies the editor: its autosaves are grouped to versions. */
  readonly editSession: string;
  /** Automatic: grouped to versions, and without the dialog about a missing privilege. */
  readonly isAuto: boolean;
  /** Without that dialog, too. */
  readonly isQuiet?: true;
}

/**
 * The save flow of specification 1, section 4: preview and file are uploaded with a token, then the template is added, or
 * edited if the user has saved it before. The file has measured boxes; the label itself is not changed.
 * Problems: `template.empty`, those of the server.
 */
export async function saveLabel(
  template: Template,
  record: DataRecord,
  { attributes, status, userId }: LabelIdentity,
  { api, render }: SaveServices,
  signal: AbortSignal,
  { key, remark, editSession, isAuto, isQuiet }: SaveTerms,
): Promise<Result<SaveOutcome, SaveProblem>> {
  if (template.elements.length === 0) return err(problem('template.empty'));
  const how = { signal, quiet: isAuto || isQuiet === true };
  const token = await api.call('uploadToken', { bucket: UPLOAD_BUCKET, user_id: userId }, how);
  if (!token.ok) return token;
  // A browser that can't render can still save: the lists then show no preview.
  const preview = await previewOf(template, record, render, signal);
  let image = '';
  if (preview !== null) {
    const uploaded = await api.uploadPreview(preview, token.value.data, how);
    if (!uploaded.ok) return uploaded;
    image = uploaded.value.key;
  }
  const { label } = template;
  const packed = packTemplate(writeTemplate(await measuredTemplate(template, render, signal)));
  const file = await api.uploadTemplate(packed, `${label.name}.tprts`, token.value.data, how);
  if (!file.ok) return err({ ...file.error, uploadFailed: true });
  const fields: TemplateFields = {
    name: label.name,
    parent_id: attributes.parentId,
    width: roundMm(label.widthMm),
    height: roundMm(label.heightMm),
    url: file.value.key,
    image,
    ...(remark === '' ? {} : { remark }),
    blanks: blanksOf(template).length,
    platform: WEB_PLATFORM,
    user_id: userId,
    save_key: key,
    edit_session: editSession,
    ...(isAuto ? { autosave: true } : {}),
  };
  const files: SavedFiles = { fields, preview };
  const own = status === 'edit' && attributes.id !== '';
  return own ? editLabel(attributes.id, attributes.revision, files, api, how) : addLabel(files, api, how);
}

/** Null if the browser can't render, or if even a small one is too large. */
async function previewOf(
  template: Template,
  record: DataRecord,
  render: SaveServices['render'],
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  for (const side of [previewSidePx(template.label), SMALL_PREVIEW_SIDE_PX]) {
    const png = await render.thumbnail(template, record, side, signal);
    if (!png.ok) return null;
    if (png.value.length <= UPLOAD_LIMITS.imageBytes) return png.value;
  }
  return null;
}

/** The longer side of the preview, in pixels: that of a 300 dpi print, or less if it would have too many pixels. */
export function previewSidePx({ widthMm, heightMm }: Pick<LabelSettings, 'widthMm' | 'heightMm'>): number {
  const dotsPerSide = mmToDots(Math.max(widthMm, heightMm), PREVIEW_DPI);
  const perMm = Math.sqrt(UPLOAD_LIMITS.imageMaxPixels / (widthMm * heightMm));
  // One less, so that rounding both sides up still stays within the limit.
  const affordable = Math.floor(Math.max(widthMm, heightMm) * perMm) - 1;
  return Math.max(1, Math.min(dotsPerSide, affordable, UPLOAD_LIMITS.imageMaxSidePx));
}
