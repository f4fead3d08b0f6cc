import { createOurs } from './ours.ts';
import { runBulk, type BulkTimes } from './bulk.ts';
import { runLong, type LongTimes } from './long.ts';

/** What the page offers to the benchmark that opened it. */
export interface BenchPage {
  bulk(): Promise<BulkTimes>;
  long(): Promise<LongTimes>;
}

const roboto = new FontFace('Roboto', 'url(/fonts/Roboto_400Regular.ttf)');
document.fonts.add(await roboto.load());
const ours = await createOurs();

Object.assign(globalThis, {
  bench: { bulk: () => runBulk(ours), long: () => runLong(ours) } satisfies BenchPage,
});
