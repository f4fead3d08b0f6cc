import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../src/protocol/api');
const CALL = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export const (\w+): Call</g;

/**
 * What each call does, by its name, from the comment above its shapes in `src/protocol/api`: one text for whoever reads the
 * code and whoever reads the documentation.
 */
export function readCallTexts(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))) {
    for (const [, comment = '', name = ''] of readFileSync(join(FOLDER, file), 'utf8').matchAll(CALL)) {
      const text = comment
        .replaceAll(/^\s*\*\s?/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      if (text !== '') texts.set(name, text);
    }
  }
  return texts;
}
