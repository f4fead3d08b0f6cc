import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

export interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly author?: string | { readonly name?: string };
  readonly homepage?: string;
}

/** What an Iconify icon package declares about its icons. */
export interface IconSetFacts {
  readonly name: string;
  readonly author: string;
  readonly licenceUrl: string;
}

/** The folders of all packages of the lock file that are installed here, except those that only tests need. */
export function shippedFolders(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return (
    Object.entries(packages)
      // The lock file also names packages for other platforms, which are not installed on this machine.
      .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
      .map(([path]) => join(root, path))
      .filter((folder) => existsSync(join(folder, 'package.json')))
  );
}

export function readPackage(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
}

/** Null for a package that is not an icon set. */
export function iconSetOf(folder: string): IconSetFacts | null {
  if (!folder.includes('@iconify-json')) return null;
  const info = JSON.parse(readFileSync(join(folder, 'info.json'), 'utf8')) as {
    readonly name: string;
    readonly author: { readonly name: string };
    readonly license: { readonly url: string };
  };
  return { name: info.name, author: info.author.name, licenceUrl: info.license.url };
}
