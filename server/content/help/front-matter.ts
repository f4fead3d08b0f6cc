import { HELP_SECTIONS, type HelpSection } from '#protocol/help-content.ts';

export interface FrontMatter {
  readonly title: string;
  readonly section: HelpSection;
  /** Position in the section, from 1. */
  readonly order: number;
  readonly keywords: readonly string[];
}

const FIELDS = ['title', 'section', 'order', 'keywords'] as const;
const FENCE = /^---\n([\s\S]*?)\n---\n/;

/** The lines between `---` at the start of an article, and the rest. Throws for a missing, unknown or repeated field. */
export function splitFrontMatter(text: string): { readonly front: FrontMatter; readonly markdown: string } {
  const fence = FENCE.exec(text);
  if (fence === null) throw new Error('front matter is missing');
  const values = new Map<string, string>();
  for (const line of (fence[1] ?? '').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    if (colon < 0 || values.has(name) || !FIELDS.some((field) => field === name))
      throw new Error(`front matter: ${line}`);
    values.set(name, line.slice(colon + 1).trim());
  }
  const missing = FIELDS.find((field) => (values.get(field) ?? '') === '');
  if (missing !== undefined) throw new Error(`front matter: no ${missing}`);
  const section = HELP_SECTIONS.find((name) => name === values.get('section'));
  if (section === undefined) throw new Error(`front matter: no section ${values.get('section')}`);
  const order = Number(values.get('order'));
  if (!Number.isInteger(order) || order < 1) throw new Error(`front matter: order ${values.get('order')}`);
  const keywords = (values.get('keywords') ?? '').split(/[,，、]/).map((word) => word.trim());
  return {
    front: { title: values.get('title') ?? '', section, order, keywords: keywords.filter((word) => word !== '') },
    markdown: text.slice(fence[0].length),
  };
}
