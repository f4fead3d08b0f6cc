// npm run kernel: compiles render-worker/kernel/assembly to the kernel.wasm beside it, which is committed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = join(import.meta.dirname, '..');
const WASM = join(ROOT, 'render-worker/kernel/kernel.wasm');

/** The kernel's bytes: the same on every machine for the same sources and the same compiler. */
export async function buildKernel() {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-kernel-'));
  const out = join(folder, 'kernel.wasm');
  try {
    const { error, stderr } = await asc.main([
      'render-worker/kernel/assembly/index.ts',
      ...['--baseDir', ROOT, '--outFile', out],
      ...['-O3', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--use', 'abort='],
    ]);
    if (error !== null) throw new Error(`${error.message}\n${stderr.toString()}`);
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bytes = await buildKernel();
  writeFileSync(WASM, bytes);
  console.log(`kernel.wasm: ${bytes.length} bytes`);
}
