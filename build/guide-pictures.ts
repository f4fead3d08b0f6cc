import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '#protocol/languages.ts';

/** Names of the pictures of the editor's first tour; `npm run pictures` takes them, with those of the help. */
export const GUIDE_PICTURES = ['editor', 'print'] as const;

/** Path of a picture of the tour. */
export function guidePicture(root: string, language: string, name: string): string {
  return join(root, 'content/help/pictures', language, `${name}.webp`);
}

/** A module with the address of each picture, by language and name. Throws for one that is missing. */
export function guideModule(root: string): string {
  const imports: string[] = [];
  const languages = LANGUAGES.map((language) => {
    const pictures = GUIDE_PICTURES.map((name) => {
      const file = guidePicture(root, language, name);
      if (!existsSync(file)) throw new Error(`no picture ${file}`);
      imports.push(`import ${language}_${name} from ${JSON.stringify(`${file}?url`)};`);
      return `${name}: ${language}_${name}`;
    });
    return `${language}: { ${pictures.join(', ')} }`;
  });
  return `${imports.join('\n')}\nexport const GUIDE_PICTURES = {\n${languages.join(',\n')}\n};\n`;
}
