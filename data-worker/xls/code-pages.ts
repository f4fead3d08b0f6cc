type Decode = (codePage: number, data: Uint8Array | readonly number[], type?: string) => string;

/** The tables of the library, as far as it uses them. */
export interface CodePages {
  readonly utils: { readonly decode: Decode };
}

/** Code pages of the Macintosh that the library's tables lack, with the platform's nearest encodings. */
const MAC_ENCODINGS: ReadonlyMap<number, string> = new Map([
  [10_001, 'shift_jis'],
  [10_002, 'big5'],
  [10_003, 'euc-kr'],
  [10_017, 'x-mac-cyrillic'],
]);

/** The library's code pages with those that it lacks. */
export function withMacPages(pages: CodePages): CodePages {
  const decoders = new Map<number, TextDecoder>();
  return {
    ...pages,
    utils: {
      ...pages.utils,
      decode(codePage, data, type) {
        const encoding = MAC_ENCODINGS.get(codePage);
        if (encoding === undefined) return pages.utils.decode(codePage, data, type);
        const decoder = decoders.get(codePage) ?? new TextDecoder(encoding);
        decoders.set(codePage, decoder);
        return decoder.decode(Uint8Array.from(data));
      },
    },
  };
}
