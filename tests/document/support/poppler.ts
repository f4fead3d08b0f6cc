import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GreyPlane } from '#model/document/grey-plane.ts';

/** The pages of a PDF in gray, painted by poppler. */
export function popplerPages(pdf: Uint8Array, dpi: number): readonly GreyPlane[] {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-poppler-'));
  try {
    writeFileSync(join(folder, 'document.pdf'), pdf);
    execFileSync('pdftoppm', [
      '-gray',
      '-cropbox',
      '-r',
      String(dpi),
      join(folder, 'document.pdf'),
      join(folder, 'page'),
    ]);
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.pgm'));
    return pictures.sort().map((name) => readPgm(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readPgm(bytes: Uint8Array): GreyPlane {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  const [all = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(head) ?? [];
  return { width: Number(width), height: Number(height), grey: new Uint8Array(bytes.subarray(all.length)) };
}
