import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { RawNode } from '#model/elements/base/unknown-parts.ts';
import { readPlainXml, unescapeXml } from './plain-xml.ts';

/** Deeper than any template, which uses four levels. */
const MAX_DEPTH = 64;

/** The parser is lossless: it never converts, trims or guesses values. Image data never reach it. */
const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  htmlEntities: false,
  stopNodes: ['*.Data'],
  maxNestedTags: MAX_DEPTH,
});

/** Reads a whole document. Problems: `template.notXml`, `template.doctype`, `template.truncated`. */
export function readXml(xml: string): Result<RawNode> {
  const plain = readPlainXml(xml);
  return plain === null ? readAnyXml(xml) : ok(plain);
}

/**
 * Reads a document that need not be plain. The parser silently accepts mismatched and truncated documents, so the text
 * is validated first. Problems: those of `readXml`.
 */
export function readAnyXml(xml: string): Result<RawNode> {
  if (!/^\uFEFF?\s*</.test(xml)) return err(problem('template.notXml'));
  if (/<!DOCTYPE/i.test(xml)) return err(problem('template.doctype'));
  const { markup, data } = setDataAside(xml.replace(/^\uFEFF/, ''));
  const valid = XMLValidator.validate(markup);
  if (valid !== true) {
    // The validator's messages for elements that are still open at the end.
    const unfinished = !/>\s*$/.test(xml) || /^(Invalid '\[|Unclosed tag)/.test(valid.err.msg);
    return err(
      problem(unfinished ? 'template.truncated' : 'template.notXml', { detail: valid.err.msg, line: valid.err.line }),
    );
  }
  try {
    const roots = nodesOf(PARSER.parse(markup) as ParsedNode[]).filter((n) => !n.name.startsWith('?'));
    const root = roots[0];
    return root === undefined || roots.length > 1 ? err(problem('template.notXml')) : ok(withData(root, data));
  } catch (error) {
    return err(problem('template.notXml', { detail: error instanceof Error ? error.message : '' }));
  }
}

/** The placeholder for extracted image data, followed by their number. Base64 doesn't use this character. */
const ASIDE = '@';

/**
 * Extracts the base64 of images from the document, because the parser would look at each of its millions of characters.
 */
function setDataAside(xml: string): { readonly markup: string; readonly data: readonly string[] } {
  const data: string[] = [];
  const markup = xml.replace(/<Data>([^<]*)<\/Data>/g, (_whole, text: string) => {
    data.push(text);
    return `<Data>${ASIDE}${data.length - 1}</Data>`;
  });
  return { markup, data };
}

function withData(node: RawNode, data: readonly string[]): RawNode {
  if (node.name !== 'Data') return { ...node, children: node.children.map((child) => withData(child, data)) };
  const text = node.text.startsWith(ASIDE) ? data[Number(node.text.slice(1))] : undefined;
  return text === undefined ? node : { ...node, text: unescapeXml(text) };
}

/** The ordered output of fast-xml-parser: `{name: [children], ':@': {attributes}}`, with text under `#text`. */
type ParsedNode = Readonly<Record<string, unknown>>;

function nodesOf(raw: readonly ParsedNode[]): RawNode[] {
  return raw.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@');
    if (name === undefined || name === '#text') return [];
    const inner = (node[name] ?? []) as readonly ParsedNode[];
    const children = nodesOf(inner);
    const attributes = Object.entries((node[':@'] ?? {}) as Record<string, unknown>);
    return [
      {
        name,
        attributes: Object.fromEntries(attributes.map(([key, value]) => [key, unescapeXml(String(value))])),
        children,
        // White space between child elements is only indentation.
        text:
          children.length > 0
            ? ''
            : inner.map((child) => (typeof child['#text'] === 'string' ? unescapeXml(child['#text']) : '')).join(''),
      },
    ];
  });
}
