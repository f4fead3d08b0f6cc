import type { TFunction } from 'i18next';
import type { DataSource } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { IconName } from '../widgets/icons.tsx';

const MAX_LENGTH = 40;

/** The start of a text, on one line. */
export function shortened(text: string): string {
  const line = text
    .slice(0, MAX_LENGTH * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`;
}

/** Specification 2, section 9: the name of a spreadsheet is shortened beyond 25 characters. */
const MAX_FILE_NAME = 25;
const FILE_NAME_END = 10;

/** A file's name with its start and its end, which has its type. */
export function shortFileName(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_FILE_NAME) return name;
  const start = characters.slice(0, MAX_FILE_NAME - FILE_NAME_END - 1).join('');
  return `${start}…${characters.slice(-FILE_NAME_END).join('')}`;
}

/** The description of a source in lists: its text, its column, its start value, or the element that it shows. */
export function sourceName(t: TFunction, source: DataSource, elements: readonly LabelElement[]): string {
  switch (source.type) {
    case 'column':
      return source.column;
    case 'sequence':
      return `${source.initial}…`;
    case 'reference':
      return elements.find((element) => element.id === source.element)?.name ?? '';
    case 'expression':
      return source.formula === '' ? t('editor:data.emptyText') : shortened(source.formula);
    case 'fixed':
    case 'unknown':
      return source.text === '' ? t('editor:data.emptyText') : shortened(source.text) || '␣';
  }
}

export const SOURCE_ICONS: Readonly<Record<DataSource['type'], IconName>> = {
  fixed: 'textLeft',
  column: 'sheet',
  sequence: 'sequence',
  reference: 'reference',
  expression: 'expression',
  unknown: 'warning',
};
