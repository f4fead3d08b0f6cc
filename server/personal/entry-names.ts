import { withoutHidden } from '#model/kernel/shown-text.ts';

/** Device names of Windows, which no file may have (with any extension). */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name as one part of a path in an archive that every system can unpack. */
export function safePart(name: string): string {
  const part = withoutHidden(name.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_'))
    // Windows drops dots and spaces at the end of a name; a name of dots alone is another folder.
    .replaceAll(/^\.+|[. ]+$/g, '_')
    .trim();
  return part === '' || RESERVED.test(part) ? `_${part}` : part;
}

/**
 * Makes paths unique. One that is taken already, in any case (systems that ignore case unpack it too), gets a number.
 */
export function createPathList(): (stem: string, ending: string) => string {
  const taken = new Set<string>();
  return (stem, ending) => {
    for (let number = 1; ; number++) {
      const path = `${stem}${number === 1 ? '' : ` (${number})`}${ending}`;
      const key = path.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  };
}
