import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { id, type TemplateIdInput } from './templates.ts';

/** Unsaved work on a template. */
const draftSchema = Type.Object({
  /** The version of the template at the start of the work. */
  revision: Type.Integer(),
  /** Path of the file. */
  file: Type.String(),
  /** The last change of the work, by the server's clock; ISO 8601, UTC. */
  save_time: Type.String(),
});
export type TemplateDraft = Message<typeof draftSchema>;

const saveDraftInput = Type.Object({
  id,
  /** A key or path from the upload of the file. */
  url: Type.String({ maxLength: 300 }),
  /** The version of the template at the start of the work. */
  revision: Type.Integer({ minimum: 0 }),
  /**
   * The age of the last change of the work, in milliseconds; 0 when left out. The clocks of two computers may differ.
   */
  age_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
  user_id: userId,
});
export type SaveDraftInput = Message<typeof saveDraftInput>;
/** Stores unsaved work on a template, replacing earlier work. It is no version, and the next save removes it. */
export const saveDraft: Call<SaveDraftInput, TemplateDraft, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/saveTemplateDraft',
  shape(saveDraftInput),
  shape(draftSchema),
);

const foundDraftAnswer = Type.Object({ /** Null for none. */ draft: Type.Union([draftSchema, Type.Null()]) });
export type FoundTemplateDraft = Message<typeof foundDraftAnswer>;
const templateId = shape(Type.Object({ id, user_id: userId }));

/** The stored unsaved work on a template, if any. */
export const getDraft: Call<TemplateIdInput, FoundTemplateDraft, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getTemplateDraft',
  templateId,
  shape(foundDraftAnswer),
);

/** Deletes the unsaved work on a template. */
export const deleteDraft: Call<TemplateIdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delTemplateDraft',
  templateId,
  nothing,
);

export interface TemplateDraftCalls {
  readonly saveDraft: typeof saveDraft;
  readonly getDraft: typeof getDraft;
  readonly deleteDraft: typeof deleteDraft;
}

export const TEMPLATE_DRAFT_CALLS: TemplateDraftCalls = {
  saveDraft,
  getDraft,
  deleteDraft,
};
