import { Type } from 'typebox';
import { HELP_BLOCK_TYPES, type HelpBlock } from '../help-content.ts';
import { LANGUAGES } from '../languages.ts';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';
import { nameString, textString } from '../shown-text.ts';

/** Characters of a title and of a text in Markdown. */
export const HELP_TEXT_LIMITS = { titleLength: 200, textLength: 60_000 } as const;

const id = Type.String({ pattern: '^[0-9]{1,6}$' });
const language = Type.Enum(LANGUAGES);

const ownListInput = Type.Object({ language });
export type OwnHelpInput = Message<typeof ownListInput>;
const ownEntry = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** The text of its first paragraph. */
  summary: Type.String(),
  /** Its whole text, for the search. */
  text: Type.String(),
});
const ownListAnswer = Type.Object({ list: Type.Array(ownEntry) });
export type OwnHelpList = Message<typeof ownListAnswer>;
/** This installation's articles that replace the product's own, in one language. */
export const ownHelpList: Call<OwnHelpInput, OwnHelpList, 'public'> = post(
  'public',
  '/interface/api/tem.app_shared/getHelpTexts',
  shape(ownListInput),
  shape(ownListAnswer),
);

const articleInput = Type.Object({ id, language });
export type OwnArticleInput = Message<typeof articleInput>;
/** Their insides are the server's own making (server/content/help/markdown-blocks.ts). */
const block = Type.Unsafe<HelpBlock>(Type.Object({ type: Type.Enum(HELP_BLOCK_TYPES) }));
const articleAnswer = Type.Object({ blocks: Type.Array(block) });
export interface OwnArticle {
  readonly blocks: readonly HelpBlock[];
}
/** One of those articles. The source of a picture is its path below the help's pictures. */
export const ownHelpArticle: Call<OwnArticleInput, OwnArticle, 'public'> = post(
  'public',
  '/interface/api/tem.app_shared/getHelpText',
  shape(articleInput),
  Type.Unsafe<OwnArticle>(articleAnswer),
);

const operatorListInput = Type.Object({ language, user_id: userId });
export type OperatorHelpInput = Message<typeof operatorListInput>;
const operatorEntry = Type.Object({
  id: Type.String(),
  /** The displayed title. */
  title: Type.String(),
  section: Type.String(),
  /** When an own text was published; empty if the product's is shown. */
  published: Type.String(),
});
export type OperatorHelpEntry = Message<typeof operatorEntry>;
const operatorListAnswer = Type.Object({ list: Type.Array(operatorEntry), count: Type.Integer() });
export type OperatorHelpList = Message<typeof operatorListAnswer>;
/** The catalog of the help center in one language, with this installation's own articles. */
export const operatorHelpList: Call<OperatorHelpInput, OperatorHelpList, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getHelpList',
  shape(operatorListInput),
  shape(operatorListAnswer),
);

const operatorTextInput = Type.Object({ id, language, user_id: userId });
export type OperatorHelpTextInput = Message<typeof operatorTextInput>;
const operatorTextAnswer = Type.Object({ title: Type.String(), markdown: Type.String() });
export type OperatorHelpText = Message<typeof operatorTextAnswer>;
/** The text of an article, in Markdown: the published one, or else the product's. */
export const operatorHelpText: Call<OperatorHelpTextInput, OperatorHelpText, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getHelpText',
  shape(operatorTextInput),
  shape(operatorTextAnswer),
);

const publishInput = Type.Object({
  id,
  language,
  title: nameString({ minLength: 1, maxLength: HELP_TEXT_LIMITS.titleLength }),
  markdown: textString({ minLength: 1, maxLength: HELP_TEXT_LIMITS.textLength }),
  user_id: userId,
});
export type PublishHelpInput = Message<typeof publishInput>;
/** Publishes a text instead of an article, in one language. */
export const publishHelpText: Call<PublishHelpInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/publishHelpText',
  shape(publishInput),
  nothing,
);

/** Withdraws a published text; the product's own is shown again. */
export const withdrawHelpText: Call<OperatorHelpTextInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/withdrawHelpText',
  shape(operatorTextInput),
  nothing,
);

export interface HelpTextCalls {
  readonly ownHelpList: typeof ownHelpList;
  readonly ownHelpArticle: typeof ownHelpArticle;
  readonly operatorHelpList: typeof operatorHelpList;
  readonly operatorHelpText: typeof operatorHelpText;
  readonly publishHelpText: typeof publishHelpText;
  readonly withdrawHelpText: typeof withdrawHelpText;
}

export const HELP_TEXT_CALLS: HelpTextCalls = {
  ownHelpList,
  ownHelpArticle,
  operatorHelpList,
  operatorHelpText,
  publishHelpText,
  withdrawHelpText,
};
