import { err, ok, type Result } from '#model/kernel/result.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import type { CoverTemplateInput, EditTemplateInput, TemplateFields } from '#protocol/api.ts';
import { newId } from '../database/new-id.ts';
import { isDuplicate } from '../database/open-database.ts';
import type { TemplateRow } from '../database/tables.ts';
import { keyOf } from '../files/file-store.ts';
import { invalid, refusal, type Refusal } from '../outcomes/outcome.ts';
import type { Services } from '../services.ts';
import { findFolder } from './folders.ts';
import { refuseName, tidyName } from './names.ts';
import { findTemplate, idOfName, searchText } from './template-rows.ts';

/** The columns of a template that its owner decides on. */
type Design = Pick<
  TemplateRow,
  'folder_id' | 'name' | 'name_search' | 'remark' | 'width_mm' | 'height_mm' | 'file_key' | 'preview_key'
>;
type Saved = Result<TemplateRow, Refusal>;

/** Adds a template; refuses with the existing one's id when the folder has one of that name. */
export async function addTemplate(services: Services, userId: string, input: TemplateFields): Promise<Saved> {
  const design = await checkDesign(services, userId, input);
  if (!design.ok) return design;
  const now = services.now();
  const row: TemplateRow = {
    ...design.value,
    id: newId(now),
    user_id: userId,
    use_count: 0,
    download_count: 0,
    created_at: now,
    updated_at: now,
  };
  return unlessNameTaken(services, row, async () => {
    await services.db.insertInto('template').values(row).execute();
    return row;
  });
}

/** Puts a design in the place of an existing template, which keeps its id. */
export async function coverTemplate(services: Services, userId: string, input: CoverTemplateInput): Promise<Saved> {
  const found = await findTemplate(services.db, userId, input.id);
  if (!found.ok) return found;
  const design = await checkDesign(services, userId, input);
  return design.ok ? change(services, found.value, design.value) : design;
}

/** Saves a template under its id, or changes only what is given: a rename, a move. */
export async function editTemplate(services: Services, userId: string, input: EditTemplateInput): Promise<Saved> {
  const found = await findTemplate(services.db, userId, input.id);
  if (!found.ok) return found;
  const before = found.value;
  const design = await checkDesign(services, userId, {
    name: input.name ?? before.name,
    parent_id: input.parent_id ?? before.folder_id,
    width: input.width ?? before.width_mm,
    height: input.height ?? before.height_mm,
    url: input.url ?? before.file_key,
    image: input.image ?? before.preview_key ?? '',
    remark: input.remark ?? before.remark,
  });
  return design.ok ? change(services, before, design.value) : design;
}

export async function deleteTemplate(services: Services, userId: string, id: string): Promise<Result<null, Refusal>> {
  const found = await findTemplate(services.db, userId, id);
  if (!found.ok) return found;
  await services.db.deleteFrom('template').where('id', '=', id).where('user_id', '=', userId).execute();
  await services.files.drop([found.value.file_key, found.value.preview_key]);
  return ok(null);
}

/** The copy shares the original's files: a file never changes and goes with the last template that uses it. */
export async function copyTemplate(services: Services, userId: string, id: string): Promise<Saved> {
  const found = await findTemplate(services.db, userId, id);
  if (!found.ok) return found;
  const now = services.now();
  for (let number = 2; ; number++) {
    const name = `${found.value.name} (${number})`;
    const fault = refuseName(name);
    if (fault !== null) return err(fault);
    const row: TemplateRow = {
      ...found.value,
      id: newId(now),
      name,
      name_search: searchText(name),
      use_count: 0,
      download_count: 0,
      created_at: now,
      updated_at: now,
    };
    try {
      await services.db.insertInto('template').values(row).execute();
      return ok(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}

/** Counts a print or a download in one statement, so that two at once count as two. */
export async function countUse(
  services: Services,
  userId: string,
  id: string,
  column: 'use_count' | 'download_count',
): Promise<Result<number, Refusal>> {
  const row = await services.db
    .updateTable('template')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('use_count')
    .executeTakeFirst();
  return row === undefined ? err(refusal('notFound', 'template.notFound')) : ok(row.use_count);
}

async function change(services: Services, before: TemplateRow, design: Design): Promise<Saved> {
  // Never before an earlier change, even where the clock was set back: the list is sorted by it.
  const row: TemplateRow = { ...before, ...design, updated_at: Math.max(services.now(), before.updated_at + 1) };
  const saved = await unlessNameTaken(services, row, () =>
    services.db
      .updateTable('template')
      .set({ ...design, updated_at: row.updated_at })
      .where('id', '=', before.id)
      .where('user_id', '=', before.user_id)
      .returningAll()
      .executeTakeFirst(),
  );
  if (saved.ok) await services.files.drop([before.file_key, before.preview_key]);
  return saved;
}

async function unlessNameTaken(
  services: Services,
  row: TemplateRow,
  save: () => Promise<TemplateRow | undefined>,
): Promise<Saved> {
  try {
    const saved = await save();
    return saved === undefined ? err(refusal('notFound', 'template.notFound')) : ok(saved);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const id = (await idOfName(services.db, row.folder_id, row.name)) ?? '';
    return err(refusal('nameTaken', 'template.nameTaken', {}, { id }));
  }
}

async function checkDesign(
  services: Services,
  userId: string,
  input: TemplateFields,
): Promise<Result<Design, Refusal>> {
  const fault = refuseName(input.name) ?? refuseSize(input);
  if (fault !== null) return err(fault);
  const folder = await findFolder(services.db, userId, input.parent_id);
  if (!folder.ok) return folder;
  const fileKey = keyOf(input.url);
  if (!(await services.files.has(userId, 'template', fileKey))) return err(refusal('notFound', 'template.fileMissing'));
  const previewKey = input.image === '' ? null : keyOf(input.image);
  if (previewKey !== null && !(await services.files.has(userId, 'preview', previewKey))) {
    return err(refusal('notFound', 'template.previewMissing'));
  }
  const name = tidyName(input.name);
  return ok({
    folder_id: folder.value,
    name,
    name_search: searchText(name),
    remark: input.remark ?? '',
    width_mm: input.width,
    height_mm: input.height,
    file_key: fileKey,
    preview_key: previewKey,
  });
}

function refuseSize({ width, height }: Pick<TemplateFields, 'width' | 'height'>): Refusal | null {
  const { minSideMm: min, maxWidthMm: maxWidth, maxHeightMm: maxHeight } = LABEL_LIMITS;
  if (!(width >= min && width <= maxWidth)) return invalid('width', 'template.widthInvalid', { min, max: maxWidth });
  if (!(height >= min && height <= maxHeight))
    return invalid('height', 'template.heightInvalid', { min, max: maxHeight });
  return null;
}
