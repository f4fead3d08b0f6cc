import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput } from './call.ts';
import { id, LIST_MAX_SIZE, templateInfoSchema } from './templates.ts';

/** How long the trash keeps a template, in days. */
export const TRASH_DAYS = 30;
/** The most templates that one call moves, copies, deletes or restores. */
export const MAX_CHOSEN = 1000;

const ids = Type.Array(id, { minItems: 1, maxItems: MAX_CHOSEN });

/** Several templates. Missing ones are ignored; 404 when all are missing. */
const chosenInput = Type.Object({ ids, user_id: userId });
export type ChosenInput = Message<typeof chosenInput>;
const chosen = shape(chosenInput);

/** The number of affected templates. */
const chosenAnswer = Type.Object({ count: Type.Integer() });
export type ChosenAnswer = Message<typeof chosenAnswer>;
const chosenCount = shape(chosenAnswer);

const templatesAnswer = Type.Object({ list: Type.Array(templateInfoSchema), count: Type.Integer() });
export type ChosenTemplates = Message<typeof templatesAnswer>;

const moveTemplatesInput = Type.Object({ ids, /** The folder. */ parent_id: id, user_id: userId });
export type MoveTemplatesInput = Message<typeof moveTemplatesInput>;
/** `renamed` of them got a number after their name, because the folder had one of that name. */
const moveTemplatesAnswer = Type.Object({ count: Type.Integer(), renamed: Type.Integer() });
export type MovedTemplates = Message<typeof moveTemplatesAnswer>;
/** Moves templates to another folder, under unused names. */
export const moveTemplates: Call<MoveTemplatesInput, MovedTemplates, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/moveUserTemplate',
  shape(moveTemplatesInput),
  shape(moveTemplatesAnswer),
);

/**
 * Copies templates into the folders of the originals, under unused names. Copies all, or none if the account would
 * exceed its limit.
 */
export const copyTemplates: Call<ChosenInput, ChosenTemplates, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/copyUserTemplateList',
  chosen,
  shape(templatesAnswer),
);

/** Moves templates to the trash. */
export const deleteTemplates: Call<ChosenInput, ChosenAnswer, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delUserTemplateList',
  chosen,
  chosenCount,
);

const delFolderInput = Type.Object({
  id,
  /** What happens to the folder's templates; required if it has any. */
  templates: Type.Optional(Type.Enum(['move', 'trash'])),
  /** With `move`, their new folder. */
  to: Type.Optional(id),
  user_id: userId,
});
export type DelFolderInput = Message<typeof delFolderInput>;
/** Deletes a folder; its `count` templates are moved to another folder or to the trash. One folder always remains. */
export const delFolder: Call<DelFolderInput, ChosenAnswer, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delUserClass',
  shape(delFolderInput),
  chosenCount,
);

const trashedSchema = Type.Object({
  ...templateInfoSchema.properties,
  /** ISO 8601, UTC. */
  delete_time: Type.String(),
  /** When it is permanently deleted. */
  expire_time: Type.String(),
});
export type TrashedTemplate = Message<typeof trashedSchema>;

const trashListInput = Type.Object({
  /** From 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_MAX_SIZE })),
  user_id: userId,
});
export type TrashListInput = Message<typeof trashListInput>;
const trashListAnswer = Type.Object({
  list: Type.Array(trashedSchema),
  /** Of all pages. */
  count: Type.Integer(),
  /** Space in the account that emptying the trash would free, in bytes. */
  bytes: Type.Integer(),
});
export type TrashList = Message<typeof trashListAnswer>;
/** The templates in the trash, last deleted first. */
export const trashList: Call<TrashListInput, TrashList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getTemplateTrashList',
  shape(trashListInput),
  shape(trashListAnswer),
);

/** Restores templates to their folders, or to the first one if theirs was deleted, under unused names. */
export const restoreTemplates: Call<ChosenInput, ChosenTemplates, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/restoreTemplateTrash',
  chosen,
  shape(templatesAnswer),
);

/** Permanently deletes templates that are in the trash. */
export const delTrash: Call<ChosenInput, ChosenAnswer, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delTemplateTrash',
  chosen,
  chosenCount,
);

/** Permanently deletes all templates in the trash. */
export const emptyTrash: Call<NoInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/emptyTemplateTrash',
  noInput,
  nothing,
);

export interface ChosenTemplateCalls {
  readonly delFolder: typeof delFolder;
  readonly moveTemplates: typeof moveTemplates;
  readonly copyTemplates: typeof copyTemplates;
  readonly deleteTemplates: typeof deleteTemplates;
  readonly trashList: typeof trashList;
  readonly restoreTemplates: typeof restoreTemplates;
  readonly delTrash: typeof delTrash;
  readonly emptyTrash: typeof emptyTrash;
}

export const CHOSEN_TEMPLATE_CALLS: ChosenTemplateCalls = {
  delFolder,
  moveTemplates,
  copyTemplates,
  deleteTemplates,
  trashList,
  restoreTemplates,
  delTrash,
  emptyTrash,
};
