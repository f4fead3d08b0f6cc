import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeElement, composeLabel } from '#model/page/compose.ts';
import type { ComposedElement } from '#model/page/display-list.ts';
import { createBitPlane } from '#render-worker/bits/bit-plane.ts';
import { createPngWriter } from '#render-worker/bits/png.ts';
import { BULK_DPI, bulkRecord, createBulkTemplate } from './bulk-label.ts';
import { isSymbol, type Ours } from './ours.ts';
import { toPeerLabel } from './peer-label.ts';
import type { Peer, PeerLabel } from './peer.ts';

export const BULK_SIZE = { width: 1181, height: 945 };
const LABELS_A_ROUND = 6;
/** Rounds of warm-up and measurement: JavaScript engines optimize code only after it has run for a while. */
const ROUNDS: Rounds = { warmUp: 12, counted: 21 };

export interface Rounds {
  /** Verified labels to make before any round, as many as a run has made at full speed; 0 when absent. */
  readonly labelsBefore?: number;
  readonly warmUp: number;
  readonly counted: number;
}

/** Milliseconds per label in each round, by contender, and the size of one PNG. */
export interface BulkTimes {
  readonly ms: Readonly<Record<string, readonly number[]>>;
  readonly pngBytes: Readonly<Record<string, number>>;
}

/** All contenders take turns on the same labels, each label with values of its own. */
export async function runBulk(
  ours: Ours,
  peers: Readonly<Record<string, Peer>>,
  rounds: Rounds = ROUNDS,
): Promise<BulkTimes> {
  const template = createBulkTemplate();
  const { runId } = expectOk(await ours.core.openRun({ template, dpi: BULK_DPI }));
  const plane = createBitPlane(BULK_SIZE.width, BULK_SIZE.height);
  const context = ours.context(BULK_DPI);
  await ours.compose(template, bulkRecord(0), BULK_DPI);

  const ready = (n: number): ReadonlyMap<LabelElement, ComposedElement> =>
    new Map(template.elements.filter(isSymbol).map((e) => [e, composeElement(e, bulkRecord(n), context)]));
  const limit = createMemoryLimit(BULK_SIZE.width, BULK_SIZE.height);
  const times: Record<string, number[]> = {};
  const pngBytes: Record<string, number> = {};

  async function measure(name: string, round: number, work: () => Promise<number>): Promise<void> {
    const start = performance.now();
    pngBytes[name] = await work();
    const ms = (performance.now() - start) / LABELS_A_ROUND;
    if (round >= rounds.warmUp) (times[name] ??= []).push(ms);
  }

  for (let n = 0; n < (rounds.labelsBefore ?? 0); n += LABELS_A_ROUND) {
    const records = Array.from({ length: LABELS_A_ROUND }, (_, i) => bulkRecord(20_000_000 + n + i));
    expectOk(await ours.core.printRecords(runId, records, 'print'));
  }
  for (let round = 0; round < rounds.warmUp + rounds.counted; round++) {
    const numbers = Array.from({ length: LABELS_A_ROUND }, (_, i) => round * LABELS_A_ROUND + i);
    const symbols = numbers.map(ready);
    const peerLabels: PeerLabel[] = numbers.map((n, i) =>
      toPeerLabel(
        template.elements,
        bulkRecord(n),
        composeLabel(template, bulkRecord(n), context, ours.withReady(symbols[i] ?? new Map())),
        BULK_SIZE,
      ),
    );
    // Ours gets other values than the peers, so that no layout comes from the cache.
    const fresh = numbers.map((n) => n + 5_000_000);

    // Layout, raster, one bit and PNG: the same work as the peers.
    await measure('ours', round, async () => {
      let bytes = 0;
      for (const [i, n] of fresh.entries()) {
        const compose = ours.withReady(symbols[i] ?? new Map());
        const { list } = composeLabel(template, bulkRecord(n), context, compose);
        expectOk(ours.labels.paint(list, plane));
        const writer = createPngWriter({ ...BULK_SIZE, dpi: BULK_DPI });
        writer.rows(plane.bits, BULK_SIZE.height);
        bytes = writer.finish().length;
      }
      return bytes;
    });
    // Without the PNG; compared with filling all pixels of an RGBA surface and reading them once.
    const more = numbers.map((n) => n + 9_000_000);
    await measure('bits', round, () => {
      for (const [i, n] of more.entries()) {
        const compose = ours.withReady(symbols[i] ?? new Map());
        expectOk(ours.labels.paint(composeLabel(template, bulkRecord(n), context, compose).list, plane));
      }
      return Promise.resolve(0);
    });
    await measure('limit', round, () => {
      for (let i = 0; i < LABELS_A_ROUND; i++) limit();
      return Promise.resolve(0);
    });
    // All of that, plus encoding the symbols, reading them back and hashing, as in a print run.
    await measure('verified', round, async () => {
      const records = fresh.map((n) => bulkRecord(n + 1_000_000));
      const { pages } = expectOk(await ours.core.printRecords(runId, records, 'print'));
      if (pages.length !== LABELS_A_ROUND) throw new Error('a label was refused');
      return pages.at(-1)?.png.length ?? 0;
    });
    for (const [name, peer] of Object.entries(peers)) {
      await measure(name, round, async () => {
        let bytes = 0;
        for (const label of peerLabels) bytes = (await peer(label)).length;
        return bytes;
      });
    }
  }
  await ours.core.closeRun(runId);
  return { ms: times, pngBytes };
}

/**
 * Fills a surface of four bytes per pixel and reads each byte once: row by row into the same small buffer, which stays
 * in the processor's cache. This is the fastest loop in JavaScript.
 */
export function createMemoryLimit(width: number, height: number): () => void {
  const surface = new Uint32Array(width * height);
  const row = new Uint32Array(width);
  return () => {
    surface.fill(0xffffffff);
    for (let at = 0; at < surface.length; at += width) row.set(surface.subarray(at, at + width));
  };
}
