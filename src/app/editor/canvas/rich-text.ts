import { DOMParser, Schema, Slice, type Mark, type MarkSpec, type Node, type ParseOptions } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { fixedText, retyped, withRunStyle, type DataSource } from '#model/elements/base/content.ts';
import {
  RUN_POSITIONS,
  RUN_SIZE_LIMITS,
  sameStyle,
  type RunPosition,
  type RunStyle,
} from '#model/elements/base/styled-text.ts';
import { colorOf, isPale } from '#model/elements/base/text-color.ts';
import type { TextStyle } from '#model/elements/base/text-style.ts';
import { isTypedSource } from '#editor/commands/content.ts';

/** A field of the run style, which is also the name of its mark. */
type RunField = keyof RunStyle;
type RunFlag = 'bold' | 'italic' | 'underline' | 'strikeThrough';

const POSITION_SHARE = 0.62;

/** A mark that is on or off, whatever the text around it is; pasted text has it where `tag` or `style` says so. */
function flagMark(
  tags: readonly string[],
  [name, isOn]: [name: string, value: RegExp],
  css: [on: string, off: string],
): MarkSpec {
  const isOff = (dom: HTMLElement): boolean => {
    const value = dom.style.getPropertyValue(name);
    return value !== '' && !isOn.test(value);
  };
  return {
    attrs: { value: { default: true } },
    parseDOM: [
      // Google Docs puts everything into a `b` that is not bold.
      ...tags.map((tag) => ({ tag, getAttrs: (dom: HTMLElement) => (isOff(dom) ? false : null) })),
      { tag: `span[data-off="${name}"]`, attrs: { value: false } },
      { style: name, getAttrs: (value: string) => (isOn.test(value) ? {} : false) },
    ],
    // What is off is named for copies: the style of other pages says it of all text that is not bold.
    toDOM: ({ attrs }) => [
      'span',
      attrs['value'] === true ? { style: css[0] } : { style: css[1], 'data-off': name },
      0,
    ],
  };
}

const MARKS: { readonly [K in RunField]-?: MarkSpec } = {
  bold: flagMark(['b', 'strong'], ['font-weight', /^(bold(er)?|[6-9]00)$/], ['font-weight:700', 'font-weight:400']),
  italic: flagMark(['i', 'em'], ['font-style', /^(italic|oblique)/], ['font-style:italic', 'font-style:normal']),
  underline: flagMark(
    ['u'],
    ['text-decoration', /underline/],
    ['text-decoration-line:underline', 'text-decoration-line:none'],
  ),
  strikeThrough: flagMark(
    ['s', 'strike', 'del'],
    ['text-decoration', /line-through/],
    ['text-decoration-line:line-through', 'text-decoration-line:none'],
  ),
  sizePercent: {
    attrs: { value: {} },
    parseDOM: [{ tag: 'span[data-percent]', getAttrs: ({ dataset }) => percentOf(dataset['percent']) }],
    toDOM: ({ attrs }) => {
      const percent = Number(attrs['value']);
      return ['span', { style: `font-size:${percent / 100}em`, 'data-percent': String(percent) }, 0];
    },
  },
  position: {
    attrs: { value: {} },
    parseDOM: [
      { tag: 'sup', attrs: { value: 'superscript' } },
      { tag: 'sub', attrs: { value: 'subscript' } },
      ...RUN_POSITIONS.map((value) => ({ tag: `span[data-position="${value}"]`, attrs: { value } })),
      { style: 'vertical-align=super', attrs: { value: 'superscript' } },
      { style: 'vertical-align=sub', attrs: { value: 'subscript' } },
    ],
    toDOM: ({ attrs }) => [
      'span',
      {
        'data-position': String(attrs['value']),
        style: `font-size:${POSITION_SHARE}em;line-height:0;vertical-align:${attrs['value'] === 'superscript' ? '0.55em' : '-0.22em'}`,
      },
      0,
    ],
  },
  color: {
    attrs: { value: {} },
    parseDOM: [
      // Of a copy from here: also black in a text of another color.
      { tag: 'span[data-color]', getAttrs: ({ dataset }) => copiedColor(dataset['color']) },
      { tag: 'font[color]', getAttrs: (dom) => pastedColor(dom.getAttribute('color') ?? '') },
      { style: 'color', getAttrs: pastedColor },
    ],
    toDOM: ({ attrs }) => {
      const color = String(attrs['value']);
      return ['span', { style: `color:${color}`, 'data-color': color }, 0];
    },
  },
};

/** Near black: what pages and documents write instead of it. */
const DARK = 0x48;
const COLORLESS = 24;

/**
 * The color of pasted text; false for near black, which is no color, and for one that could hardly be seen on paper, such as
 * white text of a dark page.
 */
function pastedColor(css: string): { readonly value: string } | false {
  const value = hexOf(css);
  if (value === null || isPale(value)) return false;
  const parts = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  const [least, most] = [Math.min(...parts), Math.max(...parts)];
  return most <= DARK && most - least <= COLORLESS ? false : { value };
}

/** The color of a CSS text as `#rrggbb`; null for none, or one that lets the paper show through. */
function hexOf(css: string): string | null {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null || css === '') return null;
  // A text that is no color changes nothing.
  const before = '#000001';
  context.fillStyle = before;
  context.fillStyle = css;
  return context.fillStyle === before ? null : colorOf(String(context.fillStyle));
}

function copiedColor(copied = ''): { readonly value: string } | false {
  const value = colorOf(copied);
  return value === null ? false : { value };
}

function percentOf(copied: string | undefined): { readonly value: number } | false {
  const { min, max } = RUN_SIZE_LIMITS;
  const value = Number(copied);
  return value >= min && value <= max ? { value } : false;
}

const RUN_FIELDS = Object.keys(MARKS) as readonly RunField[];

const LINE_TAGS = ['div', 'p', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'];

/** A text as it is typed: lines of styled text, and fields for the sources that are not typed. */
export const SCHEMA: Schema<'doc' | 'line' | 'text' | 'field', keyof RunStyle> = new Schema({
  nodes: {
    doc: { content: 'line+' },
    line: {
      content: 'inline*',
      parseDOM: [
        // One around others is no line of its own.
        ...LINE_TAGS.map((tag) => ({
          tag,
          getAttrs: (dom: HTMLElement) => (dom.querySelector(LINE_TAGS.join()) === null ? null : false),
        })),
        { tag: 'br', closeParent: true },
      ],
      toDOM: () => ['div', 0],
    },
    text: { group: 'inline' },
    /** `index` is its place in the sources of the text whose field has the key `owner`. */
    field: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { index: {}, name: {}, owner: {} },
      parseDOM: [
        {
          tag: 'span[data-source]',
          getAttrs: (dom) => {
            const { source, owner } = dom.dataset;
            return { index: Number(source), owner, name: dom.textContent ?? '' };
          },
        },
      ],
      toDOM: ({ attrs }) => [
        'span',
        { class: 'ed-field-chip', 'data-source': String(attrs['index']), 'data-owner': String(attrs['owner']) },
        String(attrs['name']),
      ],
      leafText: ({ attrs }) => String(attrs['name']),
    },
  },
  marks: MARKS,
});

/** Reads pasted HTML as whole lines: ProseMirror's own parser loses the line ends of text outside paragraphs. */
class PastedParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    return Slice.maxOpen(this.parse(dom, options).content);
  }
}
export const PASTED: DOMParser = new PastedParser(SCHEMA, DOMParser.fromSchema(SCHEMA).rules);

/** The sources as a document; `nameOf` gives the names of those that are not typed. */
export function documentOf(
  sources: readonly DataSource[],
  owner: string,
  nameOf: (source: DataSource) => string,
): Node {
  const lines: Node[][] = [[]];
  for (const [index, source] of sources.entries()) {
    const marks = marksOf(source.style ?? {});
    if (source.type !== 'fixed' || (sources.length > 1 && !isTypedSource(source))) {
      lines.at(-1)?.push(SCHEMA.node('field', { index, owner, name: nameOf(source) }, undefined, marks));
      continue;
    }
    for (const [i, text] of source.text.split(/\r\n?|\n/).entries()) {
      if (i > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push(SCHEMA.text(text, marks));
    }
  }
  return SCHEMA.node(
    'doc',
    null,
    lines.map((content) => SCHEMA.node('line', null, content)),
  );
}

/**
 * The document as sources. Typed text of one style is one source; `before` has the sources of the fields, and of the
 * typed texts what else they remember. Styles that are those of the text itself are left out.
 */
export function sourcesOf(
  document: Node,
  owner: string,
  before: readonly DataSource[],
  own: Pick<TextStyle, RunFlag | 'color'>,
): readonly DataSource[] {
  const runs: { text: string; style: RunStyle; field: DataSource | null }[] = [];
  const write = (text: string, style: RunStyle): void => {
    const last = runs.at(-1);
    if (last?.field === null && sameStyle(last.style, style)) last.text += text;
    else runs.push({ text, style, field: null });
  };
  document.forEach((line, _offset, index) => {
    // A line end belongs to the run before it.
    if (index > 0) write('\n', runs.at(-1)?.field === null ? (runs.at(-1)?.style ?? {}) : {});
    line.forEach((node) => {
      const style = ownStyle(node.marks, own);
      const field = node.attrs['owner'] === owner ? before[Number(node.attrs['index'])] : undefined;
      if (field !== undefined) runs.push({ text: '', style, field });
      else write(node.textContent, style);
    });
  });
  const typed = before.filter((source) => source.type === 'fixed' && (before.length === 1 || isTypedSource(source)));
  let at = 0;
  const sources = runs.map(({ text, style, field }) => {
    if (field !== null) return withRunStyle(field, style);
    const same = typed[at++];
    return withRunStyle(same?.type === 'fixed' ? retyped(same, text) : fixedText(text), style);
  });
  return sources.length === 0 ? [typed[0]?.type === 'fixed' ? retyped(typed[0], '') : fixedText('')] : sources;
}

function marksOf(style: RunStyle): readonly Mark[] {
  return RUN_FIELDS.flatMap((field) => {
    const value = style[field];
    return value === undefined ? [] : [SCHEMA.mark(field, { value })];
  });
}

function ownStyle(marks: readonly Mark[], own: Pick<TextStyle, RunFlag | 'color'>): RunStyle {
  return Object.fromEntries(
    marks.flatMap(({ type, attrs }) => {
      const value: unknown = attrs['value'];
      return (own as Readonly<Record<string, unknown>>)[type.name] === value ? [] : [[type.name, value] as const];
    }),
  );
}

/** The style that all of the selected text has; a field is null where it differs. */
export type SelectedStyle = {
  readonly [K in RunFlag]: boolean | null;
} & { readonly position: RunPosition | null; readonly sizePercent: number; readonly color: string | null };

/** The style of the selected text, or at the caret; `own` is that of the text itself. */
export function selectedStyle(state: EditorState, own: Pick<TextStyle, RunFlag | 'color'>): SelectedStyle {
  const found = selectedNodes(state).map(({ marks }) => marks);
  const all = found.length === 0 ? [state.selection.$head.marks()] : found;
  const valueIn = (marks: readonly Mark[], field: RunField): unknown =>
    marks.find(({ type }) => type.name === field)?.attrs['value'];
  const flag = (field: RunFlag): boolean | null => {
    const values = new Set(all.map((marks) => valueIn(marks, field) ?? own[field]));
    const [only] = values;
    return values.size === 1 ? only === true : null;
  };
  const colors = new Set(all.map((marks) => String(valueIn(marks, 'color') ?? own.color)));
  const [color = null] = colors;
  const positions = new Set(all.map((marks) => valueIn(marks, 'position') ?? null));
  const [position] = positions;
  return {
    bold: flag('bold'),
    italic: flag('italic'),
    underline: flag('underline'),
    strikeThrough: flag('strikeThrough'),
    position: positions.size === 1 ? ((position as RunPosition | null) ?? null) : null,
    sizePercent: Number(valueIn(all[0] ?? [], 'sizePercent') ?? 100),
    color: colors.size === 1 ? color : null,
  };
}

/** Whether a part of the text is selected, and not all of it: only then a style is that of a run. */
export function selectsPart({ doc, selection }: EditorState): boolean {
  if (selection.empty) return false;
  const { from, to } = selection;
  return (
    doc.textBetween(0, from, '\n', fieldText) !== '' || doc.textBetween(to, doc.content.size, '\n', fieldText) !== ''
  );
}

const fieldText = (node: Node): string => String(node.attrs['name']);

function selectedNodes({ doc, selection }: EditorState): readonly Node[] {
  const nodes: Node[] = [];
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isInline) nodes.push(node);
  });
  return nodes;
}

/** Gives the selected text this value of a field; undefined for that of the text itself. */
export function withStyle(state: EditorState, field: RunField, value: RunStyle[RunField]): Transaction {
  const { from, to } = state.selection;
  const type = SCHEMA.marks[field];
  if (type === undefined) throw new Error(`no mark for ${field}`);
  const cleared = state.tr.removeMark(from, to, type);
  return value === undefined ? cleared : cleared.addMark(from, to, type.create({ value }));
}

/** The selected text without styles of its own. */
export function withoutStyles(state: EditorState): Transaction {
  return state.tr.removeMark(state.selection.from, state.selection.to);
}

/** The next size of a run in percent, larger or smaller by about a tenth. */
export function nextSize(percent: number, direction: 1 | -1): number {
  const { min, max, step } = RUN_SIZE_LIMITS;
  const by = percent + direction * Math.max(step, percent * 0.1);
  return Math.min(max, Math.max(min, Math.round(by / step) * step));
}
