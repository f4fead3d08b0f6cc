import type { Problem } from '#model/kernel/problem.ts';
import { damaged } from '../limits.ts';
import type { ByteSink } from '../read-zip-entry.ts';

/**
 * Wraps `sink` so that UTF-16 (recognized by its mark, or by the zeros of the first `<`) and any encoding that the XML
 * declaration names are converted to UTF-8. UTF-8 is passed on unchanged. Call `end` after the last chunk.
 */
export function toUtf8(sink: ByteSink, part: string): { write: ByteSink; end: () => Problem | null } {
  let decoder: TextDecoder | null | undefined;
  const encoder = new TextEncoder();
  return {
    write(chunk) {
      if (decoder === undefined) {
        const label = encodingOf(chunk);
        try {
          decoder = label === 'utf-8' ? null : new TextDecoder(label, { fatal: true });
        } catch {
          return damaged('xml encoding', part);
        }
      }
      if (decoder === null) return sink(chunk);
      try {
        return sink(encoder.encode(decoder.decode(chunk, { stream: true })));
      } catch {
        return damaged('xml encoding', part);
      }
    },
    end() {
      try {
        const rest = decoder?.decode() ?? '';
        return rest === '' ? null : sink(encoder.encode(rest));
      } catch {
        return damaged('xml encoding', part);
      }
    },
  };
}

function encodingOf(first: Uint8Array): string {
  const [a, b] = first;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  let head = '';
  for (let i = 0; i < Math.min(200, first.length); i++) head += String.fromCharCode(first[i] as number);
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/
    .exec(head)?.[1]
    ?.toLowerCase();
  // A part that declares UTF-16 but has single bytes is UTF-8.
  return declared === undefined || /^(?:us-)?ascii$|^utf-?(?:8|16)/.test(declared) ? 'utf-8' : declared;
}
