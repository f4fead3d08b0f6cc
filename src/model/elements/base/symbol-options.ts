import { keptOptions, optionsOf, chosen, parseOptions } from '#model/symbology/catalog/options.ts';
import type { Symbology, SymbolOptionName, SymbolOptions } from '#model/symbology/types.ts';
import { codeOf, type FieldReader } from './fields.ts';

/** The file's attribute for options without one of their own: `columns=4;shape=rectangular`. */
const FIELD = 'SymbolOptions';

/**
 * Reads a symbol's options from the file. A code that the specification doesn't name means the default, as the
 * specification requires.
 */
export function readSymbolOptions(symbology: Symbology, fields: FieldReader): SymbolOptions {
  const parsed = parseOptions(symbology, fields.text(FIELD, ''));
  if (parsed === null) fields.keep(FIELD);
  const options: Partial<Record<SymbolOptionName, string>> = { ...parsed };
  for (const { name, defaultChoice, file } of optionsOf(symbology)) {
    if (file === undefined) continue;
    const code = fields.filledText(file.field, '');
    const choice = Object.hasOwn(file.codes, code) ? file.codes[code] : undefined;
    if (choice === undefined && code !== '') fields.keep(file.field, 'quiet');
    options[name] = choice ?? defaultChoice;
  }
  return keptOptions(symbology, options);
}

/**
 * Writes a symbol's options: those with an attribute in the specification always, the others only if they differ from
 * the default.
 */
export function writeSymbolOptions(symbology: Symbology, options: SymbolOptions): Record<string, string> {
  const attributes: Record<string, string> = {};
  const others: string[] = [];
  for (const { name, file } of optionsOf(symbology)) {
    const choice = chosen(symbology, options, name);
    if (file !== undefined) attributes[file.field] = codeOf(file.codes, choice);
    else if (options[name] !== undefined) others.push(`${name}=${choice}`);
  }
  return others.length === 0 ? attributes : { ...attributes, [FIELD]: others.join(';') };
}
