import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CoverTemplateInput, EditTemplateInput, RestoreVersionInput, TemplateFields } from '#protocol/api.ts';
import { newId } from '../core/database/new-id.ts';
import { ALL_FREE, type PrivilegeServices } from '../membership/privileges.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { isDuplicate, isMissingReference, type Db } from '../core/database/open-database.ts';
import type { TemplateRow, User } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { checkDesign, type Design } from './design.ts';
import { findFolder } from './folders.ts';
import { readFolderNames, type FolderNames } from './free-name.ts';
import { batches } from './placing.ts';
import { findByName, findTemplate, searchText } from './template-rows.ts';
import { takeDraft } from './drafts.ts';
import { noteSave } from './save-once.ts';
import { autosaveGroup, carriesOn, findVersion, keepVersion, type SavedBy } from './versions.ts';
import type { CoreServices } from '../core/services.ts';

type Needed = Pick<CoreServices, 'limits' | 'db' | 'files' | 'now'> & PrivilegeServices;

type Saved = Result<TemplateRow, ApiError>;

/** Attempts at a change that names no version when concurrent ones come first. */
const MAX_ATTEMPTS = 20;
/** A change of one of these is a save, which stores the previous state as a version. */
const IN_A_VERSION = ['file_key', 'preview_key', 'width_mm', 'height_mm'] as const;

/**
 * Adds a template. If its name is taken in the folder it rejects with the existing one's id and revision, or, with
 * `keep_both`, takes the first free name with a number.
 */
export async function addTemplate(services: Needed, user: User, input: TemplateFields): Promise<Saved> {
  const design = await checkDesign(services, user, input, null);
  if (!design.ok) return design;
  const { folder_id: folderId, name } = design.value;
  const rows = await unlessNameTaken(services, user.id, design.value, () =>
    insertTemplates(
      services,
      user.id,
      async (tx) => {
        const isCopy = input.keep_both === true && (await findByName(tx, folderId, name)) !== null;
        return ok([{ design: design.value, isCopy }]);
      },
      input.save_key,
    ),
  );
  if (!rows.ok) return rows;
  const [row] = rows.value;
  return row === undefined ? err(apiError('notFound', 'template.notFound')) : ok(row);
}

/** Overwrites an existing template with a design; it keeps its id. */
export function coverTemplate(services: Needed, user: User, input: CoverTemplateInput): Promise<Saved> {
  return change(services, user, input, () => input);
}

/** Saves a template under its id, or changes only the given fields: a rename, a move. */
export function editTemplate(services: Needed, user: User, input: EditTemplateInput): Promise<Saved> {
  return change(services, user, input, (before) => ({
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

/**
 * Restores an earlier version as a new save. The two share their files. Former members can restore what they saved
 * once.
 */
export async function restoreVersion(services: Needed, user: User, input: RestoreVersionInput): Promise<Saved> {
  const version = await findVersion(services.db, user.id, input.id, input.version);
  if (!version.ok) return version;
  const { width_mm, height_mm, file_key, preview_key, remark, blank_count } = version.value;
  return change({ ...services, privileges: ALL_FREE }, user, input, (before) => ({
    name: before.name,
    parent_id: before.folder_id,
    width: width_mm,
    height: height_mm,
    url: file_key,
    image: preview_key ?? '',
    remark,
    blanks: blank_count,
  }));
}

/**
 * Copies templates next to the originals, with shared files: a file never changes and is deleted with the last template
 * that uses it. Either all are made or none.
 */
export function copyTemplates(
  services: Pick<CoreServices, 'limits' | 'db' | 'now'>,
  userId: string,
  ids: readonly string[],
): Promise<Result<TemplateRow[], ApiError>> {
  return whileFilesChange(() =>
    insertTemplates(services, userId, async (tx) => {
      // Read inside the transaction: a concurrent save might delete the files to share.
      const originals = await tx
        .selectFrom('template')
        .selectAll()
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .execute();
      return originals.length === 0 ? err(apiError('notFound', 'template.notFound')) : ok(originals.map(copyOf));
    }),
  );
}

/** Retries if a concurrent save or deletion has deleted the files. */
async function whileFilesChange<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isMissingReference(error)) throw error;
    }
  }
}

/** A design that is named when it is inserted: the copy before it may have taken a name. */
interface Wanted {
  readonly design: Design;
  readonly isCopy: boolean;
}

function copyOf(row: TemplateRow): Wanted {
  const { folder_id, name, name_search, remark, width_mm, height_mm, blank_count, file_key, preview_key } = row;
  const design = { folder_id, name, name_search, remark, width_mm, height_mm, blank_count, file_key, preview_key };
  return { design, isCopy: true };
}

/** Adds rows of those designs, unless the account would exceed its limit. All in one transaction. */
function insertTemplates(
  services: Pick<CoreServices, 'limits' | 'db' | 'now'>,
  userId: string,
  designsOf: (tx: Db) => Promise<Result<readonly Wanted[], ApiError>>,
  saveKey?: string,
): Promise<Result<TemplateRow[], ApiError>> {
  const { maxTemplates } = services.limits;
  return services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const designs = await designsOf(tx);
    if (!designs.ok) return designs;
    const { count } = await tx
      .selectFrom('template')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) + designs.value.length > maxTemplates) {
      return err(apiError('refused', 'template.tooMany', { max: maxTemplates }));
    }
    const now = services.now();
    const rows: TemplateRow[] = [];
    const namesOf = new Map<string, FolderNames>();
    for (const { design, isCopy } of designs.value) {
      const names = isCopy ? (namesOf.get(design.folder_id) ?? (await readFolderNames(tx, design.folder_id))) : null;
      if (names !== null) namesOf.set(design.folder_id, names);
      rows.push({
        ...(names === null ? design : renamed(design, names.number(design.name))),
        id: newId(now),
        user_id: userId,
        use_count: 0,
        download_count: 0,
        common: 0,
        created_at: now,
        updated_at: now,
        revision: 1,
        deleted_at: null,
        trashed_name: null,
        autosave_session: null,
        autosaved_since: null,
        saved_at: now,
      });
    }
    for (const some of batches(rows)) await tx.insertInto('template').values(some).execute();
    for (const row of rows) await noteSave(tx, row, saveKey, now);
    return ok(rows);
  });
}

/**
 * Changes a template from the version in the input to the next one. The UPDATE checks that version again, so that of
 * several saves from one version exactly one succeeds. An input without a version changes the current one, and is
 * retried when a concurrent change comes first.
 */
async function change(
  services: Needed,
  user: User,
  input: Pick<EditTemplateInput, 'id' | 'revision' | 'save_key'> & SavedBy,
  fieldsOf: (before: TemplateRow) => TemplateFields,
): Promise<Saved> {
  const { id, revision } = input;
  for (let attempt = 1; ; attempt++) {
    const found = await findTemplate(services.db, user.id, id);
    if (!found.ok) return found;
    const before = found.value;
    if (attempt > MAX_ATTEMPTS || (revision !== undefined && revision !== before.revision)) {
      const present = { id, revision: before.revision };
      return err(apiError('changedMeanwhile', 'template.changedMeanwhile', {}, present));
    }
    const design = await checkDesign(services, user, fieldsOf(before), before);
    // A concurrent save may have deleted the files of the version that was read: then it is retried.
    if (!design.ok && revision === undefined && (await isChanged(services.db, before))) continue;
    if (!design.ok) return design;
    const saved = await unlessNameTaken(services, user.id, design.value, () =>
      replace(services, before, design.value, input),
    );
    if (!saved.ok) return saved;
    if (saved.value === null) continue;
    await services.files.drop(saved.value.unused);
    return ok(saved.value.row);
  }
}

async function isChanged(db: Db, before: TemplateRow): Promise<boolean> {
  const now = await findTemplate(db, before.user_id, before.id);
  return !now.ok || now.value.revision !== before.revision;
}

interface Replaced {
  readonly row: TemplateRow;
  /** Files of deleted versions. */
  readonly unused: readonly (string | null)[];
}

/**
 * Stores the previous state as a version, unless only names change or an autosave continues. Null if the template has
 * another version by now.
 */
function replace(
  { db, now, limits }: Pick<CoreServices, 'limits' | 'db' | 'now'>,
  before: TemplateRow,
  design: Design,
  by: Pick<EditTemplateInput, 'save_key'> & SavedBy,
): Promise<Result<Replaced | null, ApiError>> {
  // Never before an earlier change, even if the clock was set back: the list is sorted by it.
  const updatedAt = Math.max(now(), before.updated_at + 1);
  const isSave = IN_A_VERSION.some((column) => design[column] !== before[column]);
  return db
    .transaction()
    .execute(async (tx) => {
      const row = await tx
        .updateTable('template')
        .set({
          ...design,
          updated_at: updatedAt,
          saved_at: isSave ? updatedAt : before.saved_at,
          revision: before.revision + 1,
          ...(isSave ? autosaveGroup(before, by, updatedAt) : {}),
        })
        .where('id', '=', before.id)
        .where('user_id', '=', before.user_id)
        .where('revision', '=', before.revision)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return ok(null);
      await noteSave(tx, row, by.save_key, updatedAt);
      if (!isSave) return ok({ row, unused: [] });
      // The draft is saved now, or discarded for this save.
      const draft = await takeDraft(tx, before.id);
      const unused = carriesOn(before, by, updatedAt)
        ? [before.file_key, before.preview_key]
        : await keepVersion(tx, before, limits.maxVersions);
      return ok({ row, unused: [draft, ...unused] });
    })
    .catch((error: unknown) =>
      // Files or folder were deleted since they were checked: the next attempt reports it.
      isMissingReference(error) ? ok(null) : Promise.reject(error),
    );
}

async function unlessNameTaken<T>(
  services: Pick<CoreServices, 'db'>,
  userId: string,
  { folder_id: folderId, name }: Design,
  save: () => Promise<Result<T, ApiError>>,
): Promise<Result<T, ApiError>> {
  try {
    return await save();
  } catch (error) {
    if (isMissingReference(error)) {
      // The folder was deleted since it was looked up, or else the file.
      const folder = await findFolder(services.db, userId, folderId);
      return folder.ok ? err(apiError('notFound', 'template.fileMissing')) : folder;
    }
    if (!isDuplicate(error)) throw error;
    const existing = await findByName(services.db, folderId, name);
    const data = existing === null ? { id: '' } : { id: existing.id, revision: existing.revision };
    return err(apiError('nameTaken', 'template.nameTaken', {}, data));
  }
}

function renamed(design: Design, name: string): Design {
  return { ...design, name, name_search: searchText(name) };
}
