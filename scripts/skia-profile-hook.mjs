// Loaded before each test by `npm run skia-parts -- --profile`: Skia's code is replaced by the instrumented one, and the
// numbers of the functions that it calls are appended to the file `called`.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.SKIA_PROFILE;
const wholeSize = readFileSync(join(import.meta.dirname, '../node_modules/canvaskit-wasm/bin/canvaskit.wasm')).length;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = (source, imports) =>
  source.byteLength === wholeSize
    ? instantiate.call(WebAssembly, readFileSync(join(folder, 'instrumented.wasm')), {
        ...imports,
        profile: { called: (number) => appendFileSync(join(folder, 'called'), `${number}\n`) },
      })
    : instantiate.call(WebAssembly, source, imports);
