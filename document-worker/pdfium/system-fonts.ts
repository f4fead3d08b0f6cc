import type { Pdfium } from './pdfium.ts';

/** Returns a font file synchronously, or null if it is unavailable; pdfium asks while it works and can't wait. */
export type ReadFont = (name: FallbackFont) => Uint8Array | null;

/** Fonts for text without an embedded font. Latin, Greek and Cyrillic are in pdfium itself. */
export const FALLBACK_FONTS = ['NotoSansSC', 'NotoSansArabic', 'NotoSansThai'] as const;
export type FallbackFont = (typeof FALLBACK_FONTS)[number];

/** Windows character set numbers, by which pdfium asks for a font. */
const FONT_OF_CHARSET: Readonly<Record<number, FallbackFont>> = {
  128: 'NotoSansSC', // Shift JIS: kana and the Chinese characters of Japanese
  134: 'NotoSansSC', // GB 2312
  136: 'NotoSansSC', // Big 5
  178: 'NotoSansArabic',
  222: 'NotoSansThai',
};

/** Names of common fonts of these scripts, for documents without a character set. */
const FONT_OF_NAME: readonly (readonly [RegExp, FallbackFont])[] = [
  [/arab|amiri|naskh|kufi|scheherazade|traditional ?arabic|simplified ?arabic/i, 'NotoSansArabic'],
  [/thai|tahoma|cordia|angsana|browallia|sarabun|garuda|loma|norasi/i, 'NotoSansThai'],
  [
    /song|simsun|simhei|fangsong|kaiti|yahei|mincho|gothic|hei(?:ti)?\b|pingfang|ming(?:liu)?|cjk|noto ?sans ?(?:sc|tc|jp)/i,
    'NotoSansSC',
  ],
];

const POINTER_BYTES = 4;

/**
 * Provides pdfium with fonts for text whose fonts are not embedded. A font is fetched when a document first needs it; if
 * there is none, pdfium's own fonts are used.
 */
export function provideFonts({ api, heap }: Pdfium, readFont: ReadFont): void {
  const { pdfium } = api;
  const files = new Map<FallbackFont, Uint8Array | null>();
  const handles: FallbackFont[] = [...FALLBACK_FONTS];

  function fileOf(handle: number): Uint8Array | null {
    const name = handles[handle - 1];
    if (name === undefined) return null;
    let file = files.get(name);
    if (file === undefined) files.set(name, (file = readFont(name)));
    return file;
  }

  function handleOf(name: FallbackFont | undefined): number {
    return name === undefined ? 0 : handles.indexOf(name) + 1;
  }

  function mapFont(
    _info: number,
    _weight: number,
    _italic: number,
    charset: number,
    _pitch: number,
    face: number,
  ): number {
    const name = pdfium.UTF8ToString(face);
    return handleOf(FONT_OF_CHARSET[charset] ?? FONT_OF_NAME.find(([pattern]) => pattern.test(name))?.[1]);
  }

  function fontData(_info: number, handle: number, table: number, buffer: number, size: number): number {
    const file = fileOf(handle);
    const data = file === null ? null : table === 0 ? file : tableOf(file, table);
    if (data === null) return 0;
    if (buffer !== 0 && size >= data.length) heap().set(data, buffer);
    return data.length;
  }

  function faceName(_info: number, handle: number, buffer: number, size: number): number {
    const name = handles[handle - 1] ?? '';
    if (buffer !== 0 && size > name.length) pdfium.stringToUTF8(name, buffer, size);
    return name.length + 1;
  }

  const callbacks: readonly (readonly [unknown, string])[] = [
    [(): void => undefined, 'vi'], // Release
    [(): void => undefined, 'vii'], // EnumFonts
    [mapFont, 'iiiiiiii'],
    [(): number => 0, 'iii'], // GetFont, by an exact name
    [fontData, 'iiiiii'],
    [faceName, 'iiiii'],
    [(): number => 1, 'iii'], // GetFontCharset: the default one
    [(): void => undefined, 'vii'], // DeleteFont
  ];
  const info = pdfium.wasmExports.malloc(POINTER_BYTES * (callbacks.length + 1));
  pdfium.setValue(info, 1, 'i32'); // the version of this interface
  for (const [i, [callback, signature]] of callbacks.entries()) {
    pdfium.setValue(info + POINTER_BYTES * (i + 1), pdfium.addFunction(callback as () => void, signature), 'i32');
  }
  api.FPDF_SetSystemFontInfo(info);
}

const DIRECTORY_AT = 12;
const ENTRY_BYTES = 16;

/** A table of a TrueType file by its tag, as in OpenType's table directory; null when it has none. */
function tableOf(file: Uint8Array, tag: number): Uint8Array | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const count = view.getUint16(4);
  for (let i = 0; i < count; i++) {
    const at = DIRECTORY_AT + i * ENTRY_BYTES;
    if (view.getUint32(at) === tag >>> 0)
      return file.subarray(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12));
  }
  return null;
}
