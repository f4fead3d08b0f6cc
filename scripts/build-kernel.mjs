// npm run kernel: compiles the assembly of each kernel to the kernel.wasm next to it, which is committed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = join(import.meta.dirname, '..');

/** The folders that have a kernel. */
export const KERNELS = ['data-worker/kernel', 'document-worker/kernel', 'render-worker/kernel'];

/** A kernel's bytes: the same on every machine for the same sources and the same compiler. */
export async function buildKernel(kernel) {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-kernel-'));
  const out = join(folder, 'kernel.wasm');
  try {
    const { error, stderr } = await asc.main([
      `${kernel}/assembly/index.ts`,
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
  for (const kernel of KERNELS) {
    const bytes = await buildKernel(kernel);
    writeFileSync(join(ROOT, kernel, 'kernel.wasm'), bytes);
    console.log(`${kernel}/kernel.wasm: ${bytes.length} bytes`);
  }
}
