import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { id, REMARK_MAX_LENGTH, templateInfo, type TemplateIdInput, type TemplateInfo } from './templates.ts';
import { textString } from '../shown-text.ts';

/** A template after one of its saves. */
const versionSchema = Type.Object({
  /** The template's revision at that time, which identifies the version. */
  revision: Type.Integer(),
  name: Type.String(),
  remark: Type.String(),
  /** Of one label, in mm. */
  width: Type.Number(),
  height: Type.Number(),
  /** Path of the template file. */
  file: Type.String(),
  /** Path of the preview PNG; empty for none. */
  image: Type.String(),
  /** Of file and preview. */
  bytes: Type.Integer(),
  /** When it was saved; ISO 8601, UTC. */
  save_time: Type.String(),
});
export type TemplateVersion = Message<typeof versionSchema>;
const versionListAnswer = Type.Object({
  /** The current version. Its revision counts renames and moves too. */
  present: versionSchema,
  /** Earlier versions, latest first. */
  list: Type.Array(versionSchema),
  count: Type.Integer(),
});
export type TemplateVersions = Message<typeof versionListAnswer>;

/** The stored earlier versions of a template. */
export const versionList: Call<TemplateIdInput, TemplateVersions, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getTemplateVersionList',
  shape(Type.Object({ id, user_id: userId })),
  shape(versionListAnswer),
);

const restoreVersionInput = Type.Object({
  id,
  /** The revision of the version to restore. */
  version: Type.Integer({ minimum: 1 }),
  /** The version that is replaced; 409 when it is not the current one. Any is replaced when left out. */
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
  user_id: userId,
});
export type RestoreVersionInput = Message<typeof restoreVersionInput>;
/** Makes an earlier version the current one again, as a new save. Name and folder don't change. */
export const restoreVersion: Call<RestoreVersionInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/restoreTemplateVersion',
  shape(restoreVersionInput),
  templateInfo,
);

const nameVersionInput = Type.Object({
  id,
  /** The revision of the version. */
  version: Type.Integer({ minimum: 1 }),
  /** Empty for none. */
  remark: textString({ maxLength: REMARK_MAX_LENGTH }),
  user_id: userId,
});
export type NameVersionInput = Message<typeof nameVersionInput>;
/** Changes the remark of an earlier version of a template. */
export const nameVersion: Call<NameVersionInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/nameTemplateVersion',
  shape(nameVersionInput),
  nothing,
);

export interface TemplateVersionCalls {
  readonly versionList: typeof versionList;
  readonly restoreVersion: typeof restoreVersion;
  readonly nameVersion: typeof nameVersion;
}

export const TEMPLATE_VERSION_CALLS: TemplateVersionCalls = {
  versionList,
  restoreVersion,
  nameVersion,
};
