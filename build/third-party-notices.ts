import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { iconSetOf, readPackage, shippedFolders } from './shipped-packages.ts';

/** The notices' path in the built application. */
export const NOTICES_FILE = 'third-party-notices.txt';

/** The licenses of the hyphenation patterns, which are files of our own and in no package. */
const PATTERNS_LICENCE = 'render-worker/hyphenation/patterns/LICENSE.txt';

/**
 * Writes the licenses of everything that the product ships or runs on, fonts included, into one text next to the page:
 * all packages of the lock file except those that only tests need. The build makes it, so that it always matches the
 * packages in use.
 */
export function thirdPartyNotices(root: string): Plugin {
  return {
    name: 'third-party-notices',
    configureServer(server) {
      server.middlewares.use(`/${NOTICES_FILE}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.end(noticesText(root));
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: noticesText(root) });
    },
  };
}

export function noticesText(root: string): string {
  const patterns = readFileSync(join(root, PATTERNS_LICENCE), 'utf8').trim();
  const notices = [...shippedFolders(root).map((folder) => notice(folder)), patterns];
  const sorted = [...new Set(notices)].sort((a, b) => a.localeCompare(b, 'en'));
  return `${[HEAD, ...sorted].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

const HEAD = `Third-party notices

Labelwright contains and runs on the software and fonts below, each under its own licence.`;

function notice(folder: string): string {
  const file = readPackage(folder);
  const { name, version, license, homepage } = file;
  const texts = readdirSync(folder)
    .filter((entry) => /^(licen[cs]e|copying|notice|ofl)/i.test(entry))
    .sort()
    .map((entry) => readFileSync(join(folder, entry), 'utf8').trim());
  // The author of an icon package is not the author of the icons.
  const icons = iconSetOf(folder);
  const author = icons?.author ?? (typeof file.author === 'string' ? file.author : file.author?.name);
  return [
    `${name} ${version}`,
    `Licence: ${typeof license === 'string' ? license : 'see below'}`,
    ...(homepage === undefined ? [] : [homepage]),
    ...(icons === null ? [] : [`Icons: ${icons.name}, by ${icons.author}, ${icons.licenceUrl}`]),
    ...(texts.length > 0 ? texts.map((text) => `\n${text}`) : [`\n${withoutText(author)}`]),
  ].join('\n');
}

function withoutText(author: string | undefined): string {
  const by = author === undefined ? '' : `, written by ${author}`;
  return `The package carries no text of its licence${by}.`;
}
