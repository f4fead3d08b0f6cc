import { symbologyInfo } from './catalog.ts';
import type { SymbolOption } from './info.ts';
import { SYMBOL_OPTIONS, type Symbology, type SymbolOptionName, type SymbolOptions } from '../types.ts';

export function optionsOf(symbology: Symbology): readonly SymbolOption[] {
  return symbologyInfo(symbology).options ?? [];
}

/**
 * The effective choice: the user's if the symbology has it, else the default. Empty if the symbology lacks the option.
 */
export function chosen(symbology: Symbology, options: SymbolOptions, name: SymbolOptionName): string {
  const option = optionsOf(symbology).find((o) => o.name === name);
  const choice = options[name];
  return option === undefined
    ? ''
    : choice !== undefined && option.choices.includes(choice)
      ? choice
      : option.defaultChoice;
}

/** The chosen ratio of wide to narrow elements. */
export function chosenRatio(symbology: Symbology, options: SymbolOptions): number {
  return Number(chosen(symbology, options, 'wideRatio'));
}

/** `options` with one choice changed. Defaults are left out, so that equal choices are equal values. */
export function withChoice(
  symbology: Symbology,
  options: SymbolOptions,
  name: SymbolOptionName,
  choice: string,
): SymbolOptions {
  return keptOptions(symbology, { ...options, [name]: choice });
}

/** The options that `symbology` has as well and that differ from its defaults. */
export function keptOptions(symbology: Symbology, options: SymbolOptions): SymbolOptions {
  const kept: Partial<Record<SymbolOptionName, string>> = {};
  for (const { name, defaultChoice } of optionsOf(symbology)) {
    const choice = chosen(symbology, options, name);
    if (choice !== defaultChoice) kept[name] = choice;
  }
  return kept;
}

/** Reads options such as `columns=4;level=2`; null if the symbology lacks one of them. */
export function parseOptions(symbology: Symbology, text: string): SymbolOptions | null {
  const options: Partial<Record<SymbolOptionName, string>> = {};
  for (const part of text.split(';').filter((p) => p !== '')) {
    const [key, choice = ''] = part.split('=');
    const name = SYMBOL_OPTIONS.find((n) => n === key);
    const option = optionsOf(symbology).find((o) => o.name === name);
    if (name === undefined || option === undefined || !option.choices.includes(choice)) return null;
    options[name] = choice;
  }
  return keptOptions(symbology, options);
}

/** Whether a matrix symbol with these options is square. A Data Matrix is oblong in some sizes only. */
export function isSquare(symbology: Symbology, options: SymbolOptions): boolean {
  if (symbologyInfo(symbology).oblong === true) return false;
  if (!optionsOf(symbology).some((option) => option.name === 'size')) return true;
  const size = chosen(symbology, options, 'size');
  const [rows, columns] = size.split('x');
  return size !== 'rectangular' && (columns === undefined || rows === columns);
}
