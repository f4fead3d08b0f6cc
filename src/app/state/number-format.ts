const formats = new Map<string, Intl.NumberFormat>();

/**
 * How a language writes numbers. Making a format costs more than using it a hundred times, and each keystroke in the
 * editor asks for a dozen: it is made once for each language and style.
 */
export function numberFormat(language: string, style: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(style)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, style);
  formats.set(key, made);
  return made;
}
