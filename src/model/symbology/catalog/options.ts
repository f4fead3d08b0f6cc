import { symbologyInfo } from './catalog.ts';
import type { SymbolOption } from './info.ts';
import { SYMBOL_OPTIONS, type Symbology, type SymbolOptionName, type SymbolOptions } from '../types.ts';

export function optionsOf(symbology: Symbology): readonly SymbolOption[] {
  return symbologyInfo(symbology).options ?? [];
}

/** The choice that holds: the one made when the symbology has it, else its default; empty for an option it has not. */
export function chosen(symbology: Symbology, options: SymbolOptions, name: SymbolOptionName): string {
  const option = optionsOf(symbology).find((o) => o.name === name);
  const choice = options[name];
  return option === undefined
    ? ''
    : choice !== undefined && option.choices.includes(choice)
      ? choice
      : option.defaultChoice;
}

/** Wide to narrow of a two-width symbol, as chosen. */
export function chosenRatio(symbology: Symbology, options: SymbolOptions): number {
  return Number(chosen(symbology, options, 'wideRatio'));
}

/** `options` with one choice made; a default is left out, so that equal choices are equal values. */
export function withChoice(
  symbology: Symbology,
  options: SymbolOptions,
  name: SymbolOptionName,
  choice: string,
): SymbolOptions {
  return keptOptions(symbology, { ...options, [name]: choice });
}

/** Those of the options that `symbology` has too and that differ from its defaults. */
export function keptOptions(symbology: Symbology, options: SymbolOptions): SymbolOptions {
  const kept: Partial<Record<SymbolOptionName, string>> = {};
  for (const { name, defaultChoice } of optionsOf(symbology)) {
    const choice = chosen(symbology, options, name);
    if (choice !== defaultChoice) kept[name] = choice;
  }
  return kept;
}

/** `columns=4;level=2` to options; null when it says something that the symbology does not have. */
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

/** Whether a matrix symbol with these options is as wide as high. A Data Matrix is oblong in some of its sizes only. */
export function isSquare(symbology: Symbology, options: SymbolOptions): boolean {
  if (symbologyInfo(symbology).oblong === true) return false;
  if (!optionsOf(symbology).some((option) => option.name === 'size')) return true;
  const size = chosen(symbology, options, 'size');
  const [rows, columns] = size.split('x');
  return size !== 'rectangular' && (columns === undefined || rows === columns);
}
