const formats = new Map<string, Intl.NumberFormat>();

/**
 * The number format of a language, cached per language and style: creating one costs more than using it a hundred times,
 * and each keystroke in the editor needs a dozen.
 */
export function numberFormat(language: string, style: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(style)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, style);
  formats.set(key, made);
  return made;
}
