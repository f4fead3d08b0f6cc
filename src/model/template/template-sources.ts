import type { DataSource } from '#model/elements/base/content.ts';
import { sourcesOf, withSources } from '#model/elements/element.ts';
import type { LabelSettings, Template } from './template.ts';

/** Every data source of a template: those of its elements, and the column that chooses the language. */
export function templateSources({ elements, label }: Pick<Template, 'elements' | 'label'>): readonly DataSource[] {
  const own = elements.flatMap(sourcesOf);
  const { column } = label.languages ?? {};
  return column === undefined ? own : [...own, column];
}

/** The template with some of its sources replaced; see `withSources`. */
export function withTemplateSources(template: Template, replace: (source: DataSource) => DataSource): Template {
  const elements = template.elements.map((element) => withSources(element, replace));
  return { ...template, elements, label: withLabelSources(template.label, replace) };
}

/** The label with another source for its language; one that is no column leaves the choice to the user. */
export function withLabelSources(label: LabelSettings, replace: (source: DataSource) => DataSource): LabelSettings {
  const { languages } = label;
  if (languages?.column === undefined) return label;
  const column = replace(languages.column);
  if (column === languages.column) return label;
  return { ...label, languages: { tags: languages.tags, ...(column.type === 'column' ? { column } : {}) } };
}
