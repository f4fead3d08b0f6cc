import type { Plugin } from 'vite';
import { iconSetOf, readPackage, shippedFolders } from './shipped-packages.ts';

/** The list's path in the built application. */
const LICENCES_FILE = 'licences.json';

/** A package that the product ships or runs on, as the license page shows it. */
interface LicenceEntry {
  readonly kind: 'icons' | 'fonts' | 'libraries';
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Web address of the package or its license; empty when it has none. */
  readonly url: string;
}

/** Writes the list that the license page shows. The build makes it, so that it always matches the packages in use. */
export function licenceList(root: string): Plugin {
  return {
    name: 'licence-list',
    configureServer(server) {
      server.middlewares.use(`/${LICENCES_FILE}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(licences(root)));
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source: JSON.stringify(licences(root)) });
    },
  };
}

export function licences(root: string): readonly LicenceEntry[] {
  const entries = [...shippedFolders(root).map((folder) => entryOf(folder)), HYPHENATION_PATTERNS];
  const once = new Map(entries.map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...once.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** They are files of our own: render-worker/hyphenation/patterns. */
const HYPHENATION_PATTERNS: LicenceEntry = {
  kind: 'libraries',
  name: 'hyph-utf8',
  version: 'hyphen 1.14.1',
  licence: 'MIT AND BSD-3-Clause AND LPPL-1.2+',
  url: 'https://www.hyphenation.org/',
};

function entryOf(folder: string): LicenceEntry {
  const { name, version, license, homepage = '' } = readPackage(folder);
  const licence = typeof license === 'string' ? license : '';
  const icons = iconSetOf(folder);
  if (icons !== null) {
    return { kind: 'icons', name: `${icons.name}, ${icons.author}`, version, licence, url: icons.licenceUrl };
  }
  const url = /^https?:\/\//.test(homepage) ? homepage : `https://www.npmjs.com/package/${name}`;
  return { kind: /^@(expo-google-fonts|fontsource)/.test(name) ? 'fonts' : 'libraries', name, version, licence, url };
}
