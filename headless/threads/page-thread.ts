import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { withDocumentPictures } from '../documents/with-document-pictures.ts';
import { withRowPictures } from '../rows/open-pictures.ts';
import { type LabelMaker, openCheck, openPages, withMeasures } from './label-maker.ts';
import {
  BETWEEN_RECORDS,
  type Chunk,
  type RunOfThreads,
  type ThreadAnswer,
  type ThreadSetup,
  type ThreadTask,
} from './thread-messages.ts';

/**
 * A thread that makes pages: it reports whether it can work, then answers each task. Skia and the reader stay between
 * runs; fonts, images and other data of a run are freed with it. An exception ends the thread, because its state is
 * unknown then. V8 compiles Skia and the reader once for all threads.
 */
async function servePages(setup: ThreadSetup): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('must run in a worker thread');
  const answer = (message: ThreadAnswer, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const skia = await loadSkiaInNode();
  let open: OpenRun | null = null;
  const asked = new Map<number, (result: Result<Uint8Array>) => void>();
  let lastAsked = 0;

  /** The thread that started this one fetches, for all of them. */
  function fetchPicture(address: string): Promise<Result<Uint8Array>> {
    const id = ++lastAsked;
    return new Promise((resolve) => {
      asked.set(id, resolve);
      answer({ type: 'fetch', id, address });
    });
  }

  async function start(run: RunOfThreads): Promise<void> {
    open?.close();
    open = null;
    const opened = await openMaker(skia, run, fetchPicture);
    if (opened.ok) open = opened.value;
    answer({ type: 'opened', result: opened.ok ? ok(opened.value.maker.opened) : opened });
  }

  async function make(maker: LabelMaker, chunk: Chunk): Promise<void> {
    const made = await maker.make(chunk, (place) => Atomics.store(setup.at, 0, place));
    Atomics.store(setup.at, 0, BETWEEN_RECORDS);
    if (!made.ok) return answer({ type: 'made', result: made });
    const pieces = made.value.pieces.map(ownBytes);
    const verified = made.value.verified.map((page) => ({ ...page, png: ownBytes(page.png) }));
    const buffers = [...pieces, ...verified.map(({ png }) => png)].map((bytes) => bytes.buffer);
    answer({ type: 'made', result: ok({ ...made.value, pieces, verified }) }, buffers);
  }

  port.on('message', (task: ThreadTask) => {
    if (task.type === 'open') return start(task.run);
    if (task.type === 'fetched') {
      asked.get(task.id)?.(task.result);
      asked.delete(task.id);
      return undefined;
    }
    if (open === null) throw new Error('no run is open');
    return make(open.maker, task);
  });
  await start(setup);
}

interface OpenRun {
  readonly maker: LabelMaker;
  /** Frees the memory of the run. */
  readonly close: () => void;
}

async function openMaker(skia: Skia, run: RunOfThreads, fetchPicture: FetchPicture): Promise<Result<OpenRun>> {
  const fonts = new FontStore(skia, createNodeFontSource());
  const core = createPrintCore({ skia, fonts, zxing: loadZxingInNode, hash: hashBytes });
  const close = (): void => {
    core.dispose();
    fonts.dispose();
  };
  const maker = await makerOf(core, run, fetchPicture);
  if (!maker.ok) {
    close();
    return maker;
  }
  return ok({ maker: maker.value, close });
}

/** Hashing on another thread would copy the page and make this one wait, which takes three times as long. */
function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

async function makerOf(core: PrintCore, run: RunOfThreads, fetchPicture: FetchPicture): Promise<Result<LabelMaker>> {
  const { fontPaths, namedFonts, document, output, picturesPath } = run.settings;
  const added = await openFonts(core, fontPaths);
  if (!added.ok) return added;
  await core.fonts([...added.value, ...namedFonts]);
  if (document !== null) {
    const pictured = await withDocumentPictures(core, document);
    return pictured.ok ? openPages(run, pictured.value) : pictured;
  }
  const pictured = await withRowPictures(core, picturesPath, fetchPicture);
  if (!pictured.ok) return pictured;
  const open = output === 'check' || output === 'observe' ? openCheck : openPages;
  const maker = await open(run, pictured.value);
  return maker.ok ? ok(withMeasures(maker.value, run, core)) : maker;
}

async function openFonts(core: PrintCore, paths: readonly string[]): Promise<Result<readonly AddedFont[]>> {
  const fonts: AddedFont[] = [];
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return err(problem('file.unreadable', { file: path }, path));
    const font = await core.inspectFont(bytes);
    if (!font.ok) return err({ ...font.error, path });
    // Added for this run: any text may need its characters.
    fonts.push({ ...font.value, file: resolve(path), fallback: true });
  }
  return ok(fonts);
}

/** The bytes in a buffer of their own, so that a transfer moves nothing else. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}

await servePages(workerData as ThreadSetup);
