import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { post, shape, userId, type Call } from './call.ts';
import { id } from './templates.ts';
import { nameString, textString } from '../shown-text.ts';

/** The kinds of feedback to the operator. */
export const FEEDBACK_KINDS = ['problem', 'idea', 'question', 'other'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];
/** Waiting, answered, or closed without a (further) answer. */
export const FEEDBACK_STATES = ['open', 'answered', 'closed'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];

export const FEEDBACK_LIMITS = {
  /** Characters. */
  textLength: 2_000,
  contactLength: 200,
  answerLength: 2_000,
  /** Per user. */
  perDay: 20,
  perUser: 500,
  /** The size of a list page. */
  pageSize: 50,
} as const;

const text = textString({ minLength: 1, maxLength: FEEDBACK_LIMITS.textLength });
const page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
const size = Type.Optional(Type.Integer({ minimum: 1, maximum: FEEDBACK_LIMITS.pageSize }));

const feedbackSchema = Type.Object({
  id,
  kind: Type.Enum(FEEDBACK_KINDS),
  text: Type.String(),
  /** Where an answer may be sent in addition to this list; often empty. */
  contact: Type.String(),
  /** Path of the picture; empty for none. */
  image: Type.String(),
  state: Type.Enum(FEEDBACK_STATES),
  /** The operator's answer; empty until there is one. */
  answer: Type.String(),
  /** ISO 8601, UTC. */
  add_time: Type.String(),
  /** Empty until there is an answer. */
  answer_time: Type.String(),
});
export type FeedbackInfo = Message<typeof feedbackSchema>;

const addFeedbackInput = Type.Object({
  kind: Type.Enum(FEEDBACK_KINDS),
  text,
  contact: Type.Optional(nameString({ maxLength: FEEDBACK_LIMITS.contactLength })),
  /** Key or path of an uploaded PNG or JPEG; none when empty or left out. */
  image: Type.Optional(Type.String({ maxLength: 300 })),
  user_id: userId,
});
export type AddFeedbackInput = Message<typeof addFeedbackInput>;
/** Sends feedback to the operator, optionally with a picture. */
export const addFeedback: Call<AddFeedbackInput, FeedbackInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addFeedback',
  shape(addFeedbackInput),
  shape(feedbackSchema),
);

const feedbackListInput = Type.Object({ page, size, user_id: userId });
export type FeedbackListInput = Message<typeof feedbackListInput>;
const feedbackListAnswer = Type.Object({ list: Type.Array(feedbackSchema), count: Type.Integer() });
export type FeedbackList = Message<typeof feedbackListAnswer>;
/** The user's feedback, newest first, with the answers; `count` is that of all pages. */
export const feedbackList: Call<FeedbackListInput, FeedbackList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getFeedbackList',
  shape(feedbackListInput),
  shape(feedbackListAnswer),
);

const operatorFeedbackListInput = Type.Object({
  /** All when left out. */
  state: Type.Optional(Type.Enum(FEEDBACK_STATES)),
  page,
  size,
  user_id: userId,
});
export type OperatorFeedbackListInput = Message<typeof operatorFeedbackListInput>;
const operatorFeedback = Type.Object({
  ...feedbackSchema.properties,
  /** The sender. */
  from_id: Type.String(),
  from_name: Type.String(),
});

const operatorFeedbackListAnswer = Type.Object({ list: Type.Array(operatorFeedback), count: Type.Integer() });
export type OperatorFeedbackList = Message<typeof operatorFeedbackListAnswer>;
/** The feedback of all users, newest first; `count` is that of all pages. Operators may open the pictures. */
export const operatorFeedbackList: Call<OperatorFeedbackListInput, OperatorFeedbackList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getFeedbackList',
  shape(operatorFeedbackListInput),
  shape(operatorFeedbackListAnswer),
);

const answerFeedbackInput = Type.Object({
  id,
  answer: textString({ minLength: 1, maxLength: FEEDBACK_LIMITS.answerLength }),
  user_id: userId,
});
export type AnswerFeedbackInput = Message<typeof answerFeedbackInput>;
/** Answers a user, or replaces an earlier answer. */
export const answerFeedback: Call<AnswerFeedbackInput, FeedbackInfo, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/answerFeedback',
  shape(answerFeedbackInput),
  shape(feedbackSchema),
);

const closeFeedbackInput = Type.Object({ id, user_id: userId });
export type CloseFeedbackInput = Message<typeof closeFeedbackInput>;
/** Closes feedback; an earlier answer stays. */
export const closeFeedback: Call<CloseFeedbackInput, FeedbackInfo, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/closeFeedback',
  shape(closeFeedbackInput),
  shape(feedbackSchema),
);

export interface FeedbackCalls {
  readonly addFeedback: typeof addFeedback;
  readonly feedbackList: typeof feedbackList;
  readonly operatorFeedbackList: typeof operatorFeedbackList;
  readonly answerFeedback: typeof answerFeedback;
  readonly closeFeedback: typeof closeFeedback;
}

export const FEEDBACK_CALLS: FeedbackCalls = {
  addFeedback,
  feedbackList,
  operatorFeedbackList,
  answerFeedback,
  closeFeedback,
};
