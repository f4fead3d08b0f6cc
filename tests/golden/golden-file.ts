import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Set by `npm run goldens`: the current pictures become the expected ones. */
export const WRITING: boolean = process.env['LABELWRIGHT_GOLDENS'] === 'write';

/** Enough of a SHA-256 to distinguish pictures. */
const HASH_CHARACTERS = 16;

/** The hashes of each case of a subject, one per resolution. */
export type GoldenHashes = Readonly<Record<string, readonly string[]>>;

/** A case of a subject, and the one that it must differ from, or must equal. */
export interface GoldenRelation {
  readonly name: string;
  readonly differsFrom?: string;
  readonly sameAs?: string;
}

/** Compares with `expected/<subject>.json`, or writes it. */
export function expectGoldens(subject: string, hashes: GoldenHashes, relations: readonly GoldenRelation[]): void {
  const painted = Object.fromEntries(
    Object.entries(hashes).map(([name, list]) => [name, list.map((hash) => hash.slice(0, HASH_CHARACTERS))]),
  );
  for (const { name, differsFrom, sameAs } of relations) {
    painted[name]?.forEach((hash, at) => {
      const is = { name, at, hash };
      if (differsFrom !== undefined)
        expect.soft(is, `unlike ${differsFrom}`).not.toEqual({ name, at, hash: painted[differsFrom]?.[at] });
      if (sameAs !== undefined) expect.soft(is, `like ${sameAs}`).toEqual({ name, at, hash: painted[sameAs]?.[at] });
    });
  }
  const path = pathOf(subject, 'json');
  if (WRITING) {
    const lines = Object.entries(painted).map(([name, list]) => `  ${JSON.stringify(name)}: ${oneLine(list)}`);
    writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
  } else {
    expect(painted).toEqual(JSON.parse(readFileSync(path, 'utf8')));
  }
}

/** A picture for visual inspection, next to the hashes. */
export function writeGoldenPng(subject: string, png: Uint8Array): void {
  writeFileSync(pathOf(subject, 'png'), png);
}

function pathOf(subject: string, extension: string): string {
  return join(import.meta.dirname, 'expected', `${subject}.${extension}`);
}

function oneLine(list: readonly string[]): string {
  return `[${list.map((item) => JSON.stringify(item)).join(', ')}]`;
}
