import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { type Gs1Field, gs1Problem, parseGs1 } from './gs1-data.ts';
import { gs1Identifier } from './identifiers.ts';

/** The domain of links without one: GS1's own resolver. */
export const GS1_RESOLVER = 'https://id.gs1.org';

/** The fields of a link, and the address before them. */
export interface DigitalLink {
  /** `https://example.com/some/path`, without a slash at the end; empty when left out. */
  readonly stem: string;
  readonly fields: readonly Gs1Field[];
  /** The URI as written, if a URI was given: it is kept, with any other parts. Null for bracketed data. */
  readonly uri: string | null;
}

/**
 * Makes a GS1 Digital Link URI (GS1 Digital Link standard, URI syntax 1.4) from a URI, or from bracketed data with an
 * optional address in front: `https://example.com(01)09501101530003(10)A`.
 */
export function digitalLink(content: string, title: string): Result<string> {
  if (content === '') return err(problem('symbol.empty', { symbology: title }));
  const link = parseDigitalLink(content);
  if (!link.ok) return link;
  const { stem, fields, uri } = link.value;
  const wrong = gs1Problem(fields, 'here');
  if (wrong !== null) return err(wrong);
  return uri === null ? linkOf(stem === '' ? GS1_RESOLVER : stem, fields) : ok(uri);
}

/** Parses either form without verifying values. Problems: `gs1.form`, `gs1.linkForm`. */
export function parseDigitalLink(content: string): Result<DigitalLink> {
  const bracket = content.search(/\(\d{2,4}\)/);
  if (bracket >= 0 || content.startsWith('(')) {
    const stem = content.slice(0, Math.max(0, bracket)).replace(/\/$/, '');
    if (stem !== '' && !isStem(stem)) return err(problem('gs1.linkForm'));
    const fields = parseGs1(content.slice(Math.max(0, bracket)));
    return fields.ok ? ok({ stem, fields: fields.value, uri: null }) : fields;
  }
  return parseUri(content);
}

/** Whether the text is a scheme and a host, with or without a path. */
export function isStem(text: string): boolean {
  return /^https?:\/\/[A-Za-z0-9.-]+(:\d+)?(\/[A-Za-z0-9._~!$&'*+,;=:@%-]+)*$/.test(text);
}

/**
 * Builds the URI: the key and its qualifiers go into the path, in the standard's order, everything else into the query.
 */
function linkOf(stem: string, fields: readonly Gs1Field[]): Result<string> {
  const key = fields.find(({ ai }) => qualifiersOf(ai) !== null);
  if (key === undefined) return err(problem('gs1.noLinkKey'));
  const present = (order: readonly string[]): readonly Gs1Field[] =>
    order.flatMap((ai) => fields.find((f) => f.ai === ai) ?? []);
  const qualifiers = (qualifiersOf(key.ai) ?? [])
    .map(present)
    .reduce<readonly Gs1Field[]>((most, found) => (found.length > most.length ? found : most), []);
  const inPath = [key, ...qualifiers];
  const inQuery = fields.filter((field) => !inPath.some((f) => f.ai === field.ai));
  const alien = inQuery.find(({ ai }) => gs1Identifier(ai)?.linkAttribute !== true);
  if (alien !== undefined) return err(notInLink(alien.ai));
  const path = inPath.map(({ ai, value }) => `/${ai}/${escaped(value)}`).join('');
  const query = inQuery.map(({ ai, value }) => `${ai}=${escaped(value)}`).join('&');
  return ok(`${stem}${path}${query === '' ? '' : `?${query}`}`);
}

function parseUri(uri: string): Result<DigitalLink> {
  const found = /^(https?:\/\/[A-Za-z0-9.-]+(?::\d+)?)(\/[\x21-\x7e]*?)(?:\?([\x21-\x7e]*?))?(?:#[\x21-\x7e]*)?$/.exec(
    uri,
  );
  if (found === null) return err(problem('gs1.linkForm'));
  const [, host = '', path = '', query = ''] = found;
  const segments = path.replace(/\/$/, '').split('/').slice(1);
  // The last key in the path counts, because the address before it may contain anything.
  for (let at = segments.length - 2; at >= 0; at -= 2) {
    if (qualifiersOf(segments[at] ?? '') === null) continue;
    const inPath = pairs(segments.slice(at));
    const inQuery = query
      .split('&')
      .map((part) => part.split('='))
      .filter(([ai = '']) => /^\d{2,4}$/.test(ai))
      .map(([ai = '', value = '']) => ({ ai, value: unescaped(value) }));
    const alien = alienInPath(inPath) ?? inQuery.find(({ ai }) => gs1Identifier(ai)?.linkAttribute === false)?.ai;
    if (alien !== undefined) return err(notInLink(alien));
    const stem = [host, ...segments.slice(0, at)].join('/');
    return ok({ stem, fields: [...inPath, ...inQuery], uri });
  }
  return err(problem('gs1.linkForm'));
}

function pairs(segments: readonly string[]): readonly Gs1Field[] {
  const fields: Gs1Field[] = [];
  for (let i = 0; i + 1 < segments.length; i += 2) {
    fields.push({ ai: segments[i] ?? '', value: unescaped(segments[i + 1] ?? '') });
  }
  return fields;
}

/** The first identifier in the path that is not allowed after the key, or not in this place. */
function alienInPath([key, ...qualifiers]: readonly Gs1Field[]): string | undefined {
  const choices = qualifiersOf(key?.ai ?? '') ?? [];
  const inOrder = (order: readonly string[]): boolean => {
    const places = qualifiers.map(({ ai }) => order.indexOf(ai));
    return places.every((place, i) => place >= 0 && (i === 0 || place > (places[i - 1] ?? 0)));
  };
  return qualifiers.length === 0 || choices.some(inOrder) ? undefined : qualifiers.at(-1)?.ai;
}

function qualifiersOf(ai: string): readonly (readonly string[])[] | null {
  return gs1Identifier(ai)?.qualifiers ?? null;
}

function notInLink(ai: string): Problem {
  return problem('gs1.notInLink', { ai });
}

/** Escapes everything but the unreserved characters of RFC 3986. */
function escaped(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
