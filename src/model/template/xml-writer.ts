/** An XML element to be written: its attributes in order, and either children or text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly children?: readonly XmlElement[];
  readonly text?: string;
}

/** Writes a document as XML 1.1, because content may hold control characters, which XML 1.0 cannot express. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.1" encoding="UTF-8"?>\n${writeElement(root, '')}\n`;
}

function writeElement(element: XmlElement, indent: string): string {
  const attributes = Object.entries(element.attributes ?? {})
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
  const open = `${indent}<${element.name}${attributes}`;
  if (element.text !== undefined) return `${open}>${escapeXml(element.text)}</${element.name}>`;
  if (element.children === undefined || element.children.length === 0) return `${open}/>`;
  const children = element.children.map((child) => writeElement(child, `${indent}  `)).join('\n');
  return `${open}>\n${children}\n${indent}</${element.name}>`;
}

/** White space other than spaces is written as numeric entities, because attributes would lose it. */
function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are escaped here
  return text.replace(/[&<>"'\u0000-\u001f\u007f-\u009f\ud800-\udfff]/gu, (c) => {
    switch (c) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '"':
        return '&quot;';
      case "'":
        return '&apos;';
      default:
        return `&#x${(c.codePointAt(0) ?? 0).toString(16)};`;
    }
  });
}
