import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type {
  Language,
  OperatorHelpEntry,
  OperatorHelpText,
  OwnArticle,
  OwnHelpList,
  PublishHelpInput,
} from '#protocol/api.ts';
import type { Db } from '../../core/database/open-database.ts';
import { invalid, apiError, type ApiError } from '../../core/api-error.ts';
import { readArticles, readOwnText, type ArticleText, type ReadArticle } from './read-articles.ts';
import { isoOf } from '../../core/iso-time.ts';

const ROOT = join(import.meta.dirname, '../../..');
const shipped = new Map<Language, readonly ReadArticle[]>();

/** The product's articles; read on first use. */
function articlesOf(language: Language): readonly ReadArticle[] {
  const articles = shipped.get(language) ?? readArticles(ROOT, language);
  shipped.set(language, articles);
  return articles;
}

/** The catalog in one language, with published texts in place of the product's own articles. */
export async function listHelp(db: Db, language: Language): Promise<OperatorHelpEntry[]> {
  const rows = await db.selectFrom('help_text').selectAll().where('language', '=', language).execute();
  return articlesOf(language).map(({ id, title, section }) => {
    const own = rows.find((row) => row.article_id === id);
    const published = isoOf(own?.updated_at);
    return { id, title: own?.title ?? title, section, published };
  });
}

/** The Markdown of an article: the published text, or else the product's. */
export async function helpText(db: Db, language: Language, id: string): Promise<Result<OperatorHelpText, ApiError>> {
  const article = articlesOf(language).find((one) => one.id === id);
  if (article === undefined) return err(apiError('notFound', 'help.notFound'));
  const own = await ownText(db, language, id);
  return ok(own ?? { title: article.title, markdown: article.markdown.trim() });
}

/** Publishes a text in place of an article, unless it has forbidden content. */
export async function publishHelp(
  db: Db,
  { id, language, title, markdown }: Omit<PublishHelpInput, 'user_id'>,
  time: number,
): Promise<Result<null, ApiError>> {
  if (!articlesOf(language).some((one) => one.id === id)) return err(apiError('notFound', 'help.notFound'));
  if (title.trim() === '') return err(invalid('title', 'help.fault', { part: '—' }));
  const read = readable(language, markdown);
  if (!read.ok) return err(invalid('markdown', 'help.fault', { part: read.error }));
  const row = { title: title.trim(), markdown, updated_at: time };
  await db
    .insertInto('help_text')
    .values({ article_id: id, language, ...row })
    .onConflict((oc) => oc.columns(['article_id', 'language']).doUpdateSet(row))
    .execute();
  return ok(null);
}

/** Restores the product's own article. Repeating it has no effect. */
export async function withdrawHelp(db: Db, language: Language, id: string): Promise<void> {
  await db.deleteFrom('help_text').where('article_id', '=', id).where('language', '=', language).execute();
}

/** The published texts of a language. One that this version can't show is omitted. */
export async function listOwnHelp(db: Db, language: Language): Promise<OwnHelpList['list']> {
  const rows = await db.selectFrom('help_text').selectAll().where('language', '=', language).execute();
  const list: OwnHelpList['list'][number][] = [];
  for (const { article_id: id, title, markdown } of rows) {
    if (!isRead(language, id, markdown)) await setImmediate();
    const read = readOnce(language, id, markdown);
    if (read.ok) list.push({ id, title, summary: read.value.summary, text: read.value.text });
  }
  return list;
}

export async function ownArticle(db: Db, language: Language, id: string): Promise<Result<OwnArticle, ApiError>> {
  const own = await ownText(db, language, id);
  const read = own === null ? null : readOnce(language, id, own.markdown);
  return read?.ok === true ? ok({ blocks: read.value.blocks }) : err(apiError('notFound', 'help.notFound'));
}

async function ownText(db: Db, language: Language, id: string): Promise<OperatorHelpText | null> {
  const row = await db
    .selectFrom('help_text')
    .select(['title', 'markdown'])
    .where('article_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst();
  return row ?? null;
}

/** The last parsed text of each article: anybody may request all of them, and parsing is slow. */
const lastRead = new Map<string, { readonly markdown: string; readonly read: Result<ArticleText, string> }>();

function isRead(language: Language, id: string, markdown: string): boolean {
  return lastRead.get(`${language} ${id}`)?.markdown === markdown;
}

function readOnce(language: Language, id: string, markdown: string): Result<ArticleText, string> {
  const known = lastRead.get(`${language} ${id}`);
  if (known?.markdown === markdown) return known.read;
  const read = readable(language, markdown);
  lastRead.set(`${language} ${id}`, { markdown, read });
  return read;
}

/** The text as blocks, or the forbidden part of it. */
function readable(language: Language, markdown: string): Result<ArticleText, string> {
  try {
    return ok(readOwnText(ROOT, language, markdown));
  } catch (error) {
    return err(error instanceof Error ? error.message.slice(0, 300) : String(error));
  }
}
