import { type ZipPart } from './zip-builder.ts';
/**
 * What a cell of a test workbook may be. A string is a shared string, a number stands as JavaScript writes it; `xml` is the
 * inside of a `<c>` with its attributes, for what has no shorthand.
 */
export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | {
      readonly number: number | string;
      readonly format?: string;
    }
  | {
      readonly error: string;
    }
  | {
      readonly formula: string;
      readonly value?: number | string;
    }
  | {
      readonly isoDate: string;
      readonly format?: string;
    }
  | {
      readonly inline: string;
    }
  | {
      readonly xml: string;
      readonly attributes?: string;
    };
export interface XlsxSheet {
  readonly name: string;
  readonly hidden?: boolean;
  readonly rows: readonly (readonly XlsxCell[])[];
}
export interface XlsxOptions {
  readonly date1904?: boolean;
  readonly zip64?: boolean;
  /** Changes the parts before they are zipped, to break or recode them. */
  readonly change?: (parts: ZipPart[]) => ZipPart[];
  /** More `<si>` elements behind the ordinary ones; `{xml: '<v>n</v>', attributes: 't="s"'}` refers to them. */
  readonly sharedItems?: readonly string[];
}
/** Writes an .xlsx as Excel would: shared strings, styles with number formats, relationships. */
export declare function buildXlsx(sheets: readonly XlsxSheet[], options?: XlsxOptions): Uint8Array<ArrayBuffer>;
export declare function escapeXml(text: string): string;
/** `A` for 0. */
export declare function columnName(index: number): string;
