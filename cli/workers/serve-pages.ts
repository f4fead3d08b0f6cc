import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { withDocumentPictures } from '../documents/with-document-pictures.ts';
import { type LabelMaker, openCheck, openPages } from './label-maker.ts';
import { BETWEEN_RECORDS, type Chunk, type ThreadAnswer, type ThreadSetup } from './thread-messages.ts';

/**
 * A thread of the command line: it says whether it can work, then answers each chunk of records. What it throws ends the
 * thread: whether it still works rightly is not known then. V8 compiles Skia and the reader once for all threads.
 */
export async function servePages(setup: ThreadSetup): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('not in a thread');
  const answer = (message: ThreadAnswer, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const maker = await openMaker(setup);
  if (maker.ok) {
    port.on('message', async (chunk: Chunk) => {
      const made = await maker.value.make(chunk, (place) => Atomics.store(setup.at, 0, place));
      Atomics.store(setup.at, 0, BETWEEN_RECORDS);
      if (!made.ok) return answer({ type: 'made', result: made });
      const pieces = made.value.pieces.map(ownBytes);
      const verified = made.value.verified.map((page) => ({ ...page, png: ownBytes(page.png) }));
      const buffers = [...pieces, ...verified.map(({ png }) => png)].map((bytes) => bytes.buffer);
      answer({ type: 'made', result: ok({ ...made.value, pieces, verified }) }, buffers);
    });
  }
  answer({ type: 'opened', result: maker.ok ? ok(maker.value.opened) : maker });
}

async function openMaker(setup: ThreadSetup): Promise<Result<LabelMaker>> {
  const skia = await loadSkiaInNode();
  const core = createPrintCore({ skia, fonts: new FontStore(skia, createNodeFontSource()), zxing: loadZxingInNode });
  const fonts = await openFonts(core, setup.args.fontPaths);
  if (!fonts.ok) return fonts;
  await core.fonts([...fonts.value, ...(setup.args.namedFonts ?? [])]);
  const { document } = setup.args;
  if (document !== null) {
    const pictured = await withDocumentPictures(core, document);
    return pictured.ok ? openPages(setup, pictured.value) : pictured;
  }
  return setup.args.outputDirectory === null ? openCheck(setup, core) : openPages(setup, core);
}

async function openFonts(core: PrintCore, paths: readonly string[]): Promise<Result<readonly AddedFont[]>> {
  const fonts: AddedFont[] = [];
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return err(problem('file.unreadable', { file: path }, path));
    const font = await core.inspectFont(bytes);
    if (!font.ok) return err({ ...font.error, path });
    fonts.push({ ...font.value, file: resolve(path) });
  }
  return ok(fonts);
}

/** The bytes in a buffer of their own, so that nothing else goes along when it changes hands. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
