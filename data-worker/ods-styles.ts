import { TOKEN, type Token, type XmlScanner, readAttributes, nameCode } from './xml/xml-scanner.ts';

/** A style can be based on another; this ends a cycle. */
const MAX_PARENTS = 20;
const NUMBER: number = nameCode('number');

/**
 * The styles of a flat or packed OpenDocument spreadsheet that affect what is shown: whether numbers have a format of
 * their own, and which sheets are not displayed.
 */
export class OdsStyles {
  /** For each number format, whether it is the general one, which shows as many digits as fit. */
  readonly #formats = new Map<string, boolean>();
  readonly #styles = new Map<string, { readonly format?: string | undefined; readonly parent?: string | undefined }>();
  readonly #hiddenTables = new Set<string>();
  #format = '';
  #style = '';
  #family = '';

  /** Takes the tokens within `office:styles` and `office:automatic-styles`. */
  take(token: Token, scanner: XmlScanner): void {
    if (token === TOKEN.text) {
      // A text next to the number, such as a unit.
      if (this.#format !== '' && !scanner.isBlankText()) this.#formats.set(this.#format, false);
      return;
    }
    const name = scanner.nameText();
    const isFormat = /^(?:number|currency|percentage|date|time|boolean|text)-style$/.test(name);
    if (token === TOKEN.close) {
      if (isFormat) this.#format = '';
      return;
    }
    if (isFormat) {
      this.#format = readAttributes(scanner).get(':name') ?? '';
      this.#formats.set(this.#format, name === 'number-style');
    } else if (this.#format !== '') {
      if (!this.#isGeneralPart(scanner)) this.#formats.set(this.#format, false);
    } else if (name === 'style') {
      const attributes = readAttributes(scanner);
      this.#family = attributes.get(':family') ?? '';
      this.#style = attributes.get(':name') ?? '';
      if (this.#family !== 'table-cell') return;
      this.#styles.set(this.#style, {
        format: attributes.get(':data-style-name'),
        parent: attributes.get(':parent-style-name'),
      });
    } else if (name === 'table-properties' && this.#family === 'table') {
      if (readAttributes(scanner).get(':display') === 'false') this.#hiddenTables.add(this.#style);
    }
  }

  /** Whether numbers in this style have no format of their own. */
  isGeneral(style: string): boolean {
    let name: string | undefined = style;
    for (let i = 0; i < MAX_PARENTS && name !== undefined; i++) {
      const found = this.#styles.get(name);
      if (found?.format !== undefined) return this.#formats.get(found.format) ?? true;
      name = found?.parent;
    }
    return true;
  }

  isHiddenTable(style: string): boolean {
    return this.#hiddenTables.has(style);
  }

  /** `<number:number>` without a number of decimal places makes a format the general one. */
  #isGeneralPart(scanner: XmlScanner): boolean {
    if (scanner.name !== NUMBER || scanner.nameText() !== 'number') return scanner.nameText() === 'map';
    const attributes = readAttributes(scanner);
    const digits = Number(attributes.get(':min-integer-digits') ?? '1');
    return digits <= 1 && !attributes.has(':decimal-places') && attributes.get(':grouping') !== 'true';
  }
}
