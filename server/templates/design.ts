import { err, ok, type Result } from '#model/kernel/result.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import type { TemplateFields } from '#protocol/api.ts';
import type { TemplateRow, User } from '../core/database/tables.ts';
import { keyOf } from '../core/files/file-store.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { findFolder } from './folders.ts';
import { refuseName, tidyName } from '../core/names.ts';
import { searchText } from './template-rows.ts';
import { checkUsedPrivileges } from './used-privileges.ts';
import type { CoreServices } from '../core/services.ts';
import type { PrivilegeServices } from '../membership/privileges.ts';

/** The columns of a template that its owner sets. */
export type Design = Pick<
  TemplateRow,
  | 'folder_id'
  | 'name'
  | 'name_search'
  | 'remark'
  | 'width_mm'
  | 'height_mm'
  | 'blank_count'
  | 'file_key'
  | 'preview_key'
>;

/**
 * The columns of a save, once its name, sizes, folder and files are validated. `before` is the overwritten template;
 * null for a new one. Every save uses this, so that no file bypasses the check of privileges.
 */
export async function checkDesign(
  services: Pick<CoreServices, 'db' | 'files' | 'now'> & PrivilegeServices,
  user: User,
  input: TemplateFields,
  before: TemplateRow | null,
): Promise<Result<Design, ApiError>> {
  const fault = refuseName(input.name) ?? refuseSize(input);
  if (fault !== null) return err(fault);
  const folder = await findFolder(services.db, user.id, input.parent_id);
  if (!folder.ok) return folder;
  const fileKey = keyOf(input.url);
  if (!(await services.files.has(user.id, 'template', fileKey)))
    return err(apiError('notFound', 'template.fileMissing'));
  const previewKey = input.image === '' ? null : keyOf(input.image);
  if (previewKey !== null && !(await services.files.has(user.id, 'preview', previewKey))) {
    return err(apiError('notFound', 'template.previewMissing'));
  }
  const refused = await checkUsedPrivileges(services, user, fileKey, before?.file_key ?? null);
  if (refused !== null) return err(refused);
  const name = tidyName(input.name);
  return ok({
    folder_id: folder.value,
    name,
    name_search: searchText(name),
    remark: input.remark ?? '',
    width_mm: input.width,
    height_mm: input.height,
    blank_count: input.blanks ?? 0,
    file_key: fileKey,
    preview_key: previewKey,
  });
}

function refuseSize({ width, height }: Pick<TemplateFields, 'width' | 'height'>): ApiError | null {
  const { minSideMm: min, maxWidthMm: maxWidth, maxHeightMm: maxHeight } = LABEL_LIMITS;
  if (!(width >= min && width <= maxWidth)) return invalid('width', 'template.widthInvalid', { min, max: maxWidth });
  if (!(height >= min && height <= maxHeight))
    return invalid('height', 'template.heightInvalid', { min, max: maxHeight });
  return null;
}
