import type { ColumnSource, SequenceSource } from '#model/elements/base/content.ts';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';
import { blankName, blanksOf } from './blanks.ts';

/**
 * Something that can have another value on each label, with the elements that use it: in a text, formula or condition.
 * A column that only chooses the language is used by none.
 */
export interface LabelVariable {
  /** Identifies it within its template. */
  readonly key: string;
  readonly type: 'column' | 'blank' | 'sequence' | 'reference';
  /** The column's heading, the blank's name, the sequence's first value, or the name of the element referred to. */
  readonly name: string;
  /** In painting order, each once. */
  readonly elements: readonly LabelElement[];
}

type Found = Omit<LabelVariable, 'elements'>;

/** The variables of a label: columns, blanks, sequences and references, each in the order of their first use. */
export function labelVariables(
  template: Pick<Template, 'elements'> & { readonly label?: Template['label'] },
): readonly LabelVariable[] {
  const found = new Map<string, { readonly variable: Found; readonly elements: Set<LabelElement> }>();
  const add = (variable: Found, element: LabelElement | null): void => {
    const known = found.get(variable.key) ?? { variable, elements: new Set() };
    if (element !== null) known.elements.add(element);
    found.set(variable.key, known);
  };
  const names = new Map(template.elements.map(({ id, name }) => [id, name]));
  for (const element of template.elements) {
    for (const [i, source] of sourcesOf(element).entries()) {
      if (source.type === 'column') add(columnVariable(source), element);
      else if (source.type === 'sequence') add(sequenceVariable(source, `${element.id}:${i}`), element);
      else if (source.type === 'reference') {
        const name = names.get(source.element) ?? source.text;
        add({ key: `reference ${source.element}`, type: 'reference', name }, element);
      }
    }
  }
  const { column } = template.label?.languages ?? {};
  if (column !== undefined) add(columnVariable(column), null);
  for (const blank of blanksOf(template)) {
    add({ key: `blank ${blank.key}`, type: 'blank', name: blankName(blank) }, blank.element);
  }
  const all = [...found.values()].map(({ variable, elements }) => ({ ...variable, elements: [...elements] }));
  return ORDER.flatMap((type) => all.filter((one) => one.type === type));
}

const ORDER = ['column', 'blank', 'sequence', 'reference'] as const;

function columnVariable(source: ColumnSource): Found {
  const { sheet, column } = source;
  return { key: `column ${JSON.stringify([spreadsheetKey(source), sheet, column])}`, type: 'column', name: column };
}

/** Sequences with one counter have the same number. */
function sequenceVariable({ counter, initial }: SequenceSource, place: string): Found {
  return { key: `sequence ${counter ?? place}`, type: 'sequence', name: initial };
}
