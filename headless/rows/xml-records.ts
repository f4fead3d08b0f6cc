import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { FieldTexts } from './json-records.ts';

/** Deeper than any list of records. */
const MAX_DEPTH = 32;

const PARSER = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Without a DOCTYPE there are only the named and the numeric ones.
  processEntities: true,
  htmlEntities: true,
  maxNestedTags: MAX_DEPTH,
});

interface XmlNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/**
 * The elements in the root are the records, or those in the only element of the root, and so on; their own elements and
 * attributes are the fields. A root with texts alone is one record. Problems: `data.noRecords`, `data.fieldNotText`.
 */
export function xmlRecords(text: string): Result<readonly FieldTexts[]> {
  // Prevents external entities and expansion in untrusted files.
  if (/<!DOCTYPE/i.test(text)) return err(problem('data.noRecords', { detail: 'DOCTYPE' }));
  const valid = XMLValidator.validate(text);
  if (valid !== true) return err(problem('data.noRecords', { detail: `${valid.err.line}: ${valid.err.msg}` }));
  let root: XmlNode | undefined;
  try {
    root = nodesOf(PARSER.parse(text) as RawXml[]).find((node) => !node.name.startsWith('?'));
  } catch (error) {
    return err(problem('data.noRecords', { detail: error instanceof Error ? error.message : String(error) }));
  }
  const nodes = root === undefined ? [] : recordNodes(root);
  if (nodes.length === 0) return err(problem('data.noRecords', { detail: root?.name ?? '' }));
  const records: FieldTexts[] = [];
  for (const [i, node] of nodes.entries()) {
    const fields = new Map(node.attributes);
    for (const { name, children, text: content } of node.children) {
      if (children.length > 0 || fields.has(name)) {
        return err(problem('data.fieldNotText', { row: i + 1, field: name }));
      }
      fields.set(name, content);
    }
    records.push(fields);
  }
  return ok(records);
}

function recordNodes(root: XmlNode): readonly XmlNode[] {
  let list = root;
  for (;;) {
    const [only, ...others] = list.children;
    if (only === undefined || others.length > 0 || !only.children.some(hasParts)) break;
    list = only;
  }
  if (list.children.some(hasParts)) return list.children;
  return list.children.length > 0 || list.attributes.size > 0 ? [list] : [];
}

function hasParts({ children, attributes }: XmlNode): boolean {
  return children.length > 0 || attributes.size > 0;
}

/** The ordered output of the parser: `{name: [children], ':@': {attributes}}`, with text under `#text`. */
type RawXml = Readonly<Record<string, unknown>>;

function nodesOf(raw: readonly RawXml[]): XmlNode[] {
  return raw.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@');
    if (name === undefined || name === '#text') return [];
    const inner = node[name] as readonly RawXml[];
    const attributes = Object.entries((node[':@'] ?? {}) as Readonly<Record<string, unknown>>);
    return [
      {
        name,
        attributes: new Map(attributes.map(([key, value]) => [key, String(value)])),
        children: nodesOf(inner),
        text: inner.map((child) => (typeof child['#text'] === 'string' ? child['#text'] : '')).join(''),
      },
    ];
  });
}
