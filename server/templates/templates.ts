import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CoverTemplateInput, EditTemplateInput, TemplateFields } from '#protocol/api.ts';
import { isMissingReference } from '../database/faults.ts';
import { lockUser } from '../database/lock-user.ts';
import { newId } from '../database/new-id.ts';
import { isDuplicate, type Db } from '../database/open-database.ts';
import type { TemplateRow } from '../database/tables.ts';
import { refusal, type Refusal } from '../outcomes/outcome.ts';
import type { Services } from '../services.ts';
import { checkDesign, type Design } from './design.ts';
import { freeName } from './free-name.ts';
import { findByName, findTemplate, searchText } from './template-rows.ts';

type Saved = Result<TemplateRow, Refusal>;

/** How often a change that names no version is tried again when another one gets in first. */
const MAX_ATTEMPTS = 20;

/**
 * Adds a template. Where the folder has one of that name it refuses with the existing one's id and revision, or, with
 * `keep_both`, takes the first free name with a number.
 */
export async function addTemplate(services: Services, userId: string, input: TemplateFields): Promise<Saved> {
  const design = await checkDesign(services, userId, input);
  if (!design.ok) return design;
  const { folder_id: folderId, name } = design.value;
  return unlessNameTaken(services, design.value, () =>
    insertTemplate(services, userId, async (tx) => {
      const taken = input.keep_both === true && (await findByName(tx, folderId, name)) !== null;
      return ok(taken ? renamed(design.value, await freeName(tx, folderId, name)) : design.value);
    }),
  );
}

/** Puts a design in the place of an existing template, which keeps its id. */
export function coverTemplate(services: Services, userId: string, input: CoverTemplateInput): Promise<Saved> {
  return change(services, userId, input, () => input);
}

/** Saves a template under its id, or changes only what is given: a rename, a move. */
export function editTemplate(services: Services, userId: string, input: EditTemplateInput): Promise<Saved> {
  return change(services, userId, input, (before) => ({
    name: input.name ?? before.name,
    parent_id: input.parent_id ?? before.folder_id,
    width: input.width ?? before.width_mm,
    height: input.height ?? before.height_mm,
    url: input.url ?? before.file_key,
    image: input.image ?? before.preview_key ?? '',
    remark: input.remark ?? before.remark,
    blanks: input.url === undefined ? before.blank_count : (input.blanks ?? 0),
  }));
}

export async function deleteTemplate(services: Services, userId: string, id: string): Promise<Result<null, Refusal>> {
  const gone = await services.db
    .deleteFrom('template')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['file_key', 'preview_key'])
    .executeTakeFirst();
  if (gone === undefined) return err(refusal('notFound', 'template.notFound'));
  await services.files.drop([gone.file_key, gone.preview_key]);
  return ok(null);
}

/** The copy shares the original's files: a file never changes and goes with the last template that uses it. */
export function copyTemplate(services: Services, userId: string, id: string): Promise<Saved> {
  return whileFilesChange(() =>
    insertTemplate(services, userId, async (tx) => {
      // Read inside the transaction: a save in between might drop the files that the copy is to share.
      const found = await findTemplate(tx, userId, id);
      if (!found.ok) return found;
      const original = found.value;
      return ok(renamed(original, await freeName(tx, original.folder_id, original.name)));
    }),
  );
}

/** Does it again where a save or a deletion at the same time has dropped the files that it found. */
async function whileFilesChange<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isMissingReference(error)) throw error;
    }
  }
}

/** Adds a row of that design, unless the account has as many templates as it may have. All in one transaction. */
function insertTemplate(
  services: Services,
  userId: string,
  designOf: (tx: Db) => Promise<Result<Design, Refusal>>,
): Promise<Saved> {
  const { maxTemplates } = services.limits;
  return services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const design = await designOf(tx);
    if (!design.ok) return design;
    const { count } = await tx
      .selectFrom('template')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxTemplates) return err(refusal('refused', 'template.tooMany', { max: maxTemplates }));
    const now = services.now();
    const row: TemplateRow = {
      ...design.value,
      id: newId(now),
      user_id: userId,
      use_count: 0,
      download_count: 0,
      common: 0,
      created_at: now,
      updated_at: now,
      revision: 1,
    };
    await tx.insertInto('template').values(row).execute();
    return ok(row);
  });
}

/**
 * Changes a template from the version that the input names to the next one. The UPDATE asks for that version once more,
 * so that of several saves from one version exactly one is made. An input that names no version is a change of
 * whatever is there, and is tried again when another one gets in first.
 */
async function change(
  services: Services,
  userId: string,
  { id, revision }: Pick<EditTemplateInput, 'id' | 'revision'>,
  fieldsOf: (before: TemplateRow) => TemplateFields,
): Promise<Saved> {
  for (let attempt = 1; ; attempt++) {
    const found = await findTemplate(services.db, userId, id);
    if (!found.ok) return found;
    const before = found.value;
    if (attempt > MAX_ATTEMPTS || (revision !== undefined && revision !== before.revision)) {
      const present = { id, revision: before.revision };
      return err(refusal('changedMeanwhile', 'template.changedMeanwhile', {}, present));
    }
    const design = await checkDesign(services, userId, fieldsOf(before));
    // A save in between may have dropped the files of the version that was read: then it is a new attempt.
    if (!design.ok && revision === undefined && (await isChanged(services.db, before))) continue;
    if (!design.ok) return design;
    const saved = await unlessNameTaken(services, design.value, () => replace(services, before, design.value));
    if (!saved.ok) return saved;
    if (saved.value === null) continue;
    await services.files.drop([before.file_key, before.preview_key]);
    return ok(saved.value);
  }
}

async function isChanged(db: Db, before: TemplateRow): Promise<boolean> {
  const now = await findTemplate(db, before.user_id, before.id);
  return !now.ok || now.value.revision !== before.revision;
}

/** Null where the template is not of that version any more. */
async function replace(
  services: Services,
  before: TemplateRow,
  design: Design,
): Promise<Result<TemplateRow | null, Refusal>> {
  // Never before an earlier change, even where the clock was set back: the list is sorted by it.
  const updatedAt = Math.max(services.now(), before.updated_at + 1);
  const row = await services.db
    .updateTable('template')
    .set({ ...design, updated_at: updatedAt, revision: before.revision + 1 })
    .where('id', '=', before.id)
    .where('user_id', '=', before.user_id)
    .where('revision', '=', before.revision)
    .returningAll()
    .executeTakeFirst()
    // Files or folder have gone since they were looked at: the next attempt says so.
    .catch((error: unknown) => (isMissingReference(error) ? null : Promise.reject(error)));
  return ok(row ?? null);
}

async function unlessNameTaken<T>(
  services: Services,
  { folder_id: folderId, name }: Design,
  save: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  try {
    return await save();
  } catch (error) {
    if (isMissingReference(error)) return err(refusal('notFound', 'template.fileMissing'));
    if (!isDuplicate(error)) throw error;
    const existing = await findByName(services.db, folderId, name);
    const data = existing === null ? { id: '' } : { id: existing.id, revision: existing.revision };
    return err(refusal('nameTaken', 'template.nameTaken', {}, data));
  }
}

function renamed(design: Design, name: string): Design {
  return { ...design, name, name_search: searchText(name) };
}
