/** Specification 2, section 4: a text of the file with a time flag is a time text. */
export function hasTimeFlag(attributes: Readonly<Record<string, string>>): boolean {
  return (attributes['DateFormatChecked'] ?? '') !== '';
}
