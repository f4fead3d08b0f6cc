// npm run skia-parts: splits the compiled code of the installed canvaskit-wasm into the part that labels need and the
// rest, which is loaded when one of its functions is called (render-worker/skia/parts.ts). The files are committed.
// npm run skia-parts -- --profile: first finds out which functions labels need, by running the tests below.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import binaryen from 'binaryen';

const ROOT = join(import.meta.dirname, '..');
const WHOLE = join(ROOT, 'node_modules/canvaskit-wasm/bin/canvaskit.wasm');
const PARTS = join(ROOT, 'render-worker/skia/parts');
/** Paint and measure everything that a label can have, in Node. */
const WORKLOAD = ['tests/golden', 'tests/render', 'tests/content', 'tests/print/images.test.ts'];

/** Names in the modules, known to render-worker/skia/parts.ts. */
const REST = 'rest';
const LOADED = 'restLoaded';

function readWhole() {
  return new Uint8Array(readFileSync(WHOLE));
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function openModule() {
  const module = binaryen.readBinaryWithFeatures(readWhole(), binaryen.Features.All);
  const functions = Array.from({ length: module.getNumFunctions() }, (_, i) => {
    const ref = module.getFunctionByIndex(i);
    return { ref, ...binaryen.getFunctionInfo(ref) };
  });
  const exports = Array.from({ length: module.getNumExports() }, (_, i) =>
    binaryen.getExportInfo(module.getExportByIndex(i)),
  );
  const globals = Array.from({ length: module.getNumGlobals() }, (_, i) =>
    binaryen.getGlobalInfo(module.getGlobalByIndex(i)),
  );
  return { module, functions, defined: functions.filter(({ module: from }) => from === ''), exports, globals };
}

/** The whole code, of which each function reports its number on its first call to the import `profile.called`. */
function instrument() {
  const { module: m, defined } = openModule();
  m.addFunctionImport('called', 'profile', 'called', binaryen.i32, binaryen.none);
  for (const { ref, name, body, results } of defined) {
    const flag = `called${name}`;
    m.addGlobal(flag, binaryen.i32, true, m.i32.const(0));
    const report = m.block(null, [
      m.global.set(flag, m.i32.const(1)),
      m.call('called', [m.i32.const(Number(name))], binaryen.none),
    ]);
    const first = m.if(m.i32.eqz(m.global.get(flag, binaryen.i32)), report);
    binaryen.Function.setBody(ref, m.block(null, [first, body], results));
  }
  return m.emitBinary();
}

/** Numbers of the functions that the workload calls, in order. */
function profile() {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-skia-'));
  try {
    writeFileSync(join(folder, 'instrumented.wasm'), instrument());
    const hook = join(import.meta.dirname, 'skia-profile-hook.mjs');
    const done = spawnSync(
      'npx',
      ['vitest', 'run', ...WORKLOAD, '--project', 'rooms', '--project', 'light', '--retry', '2'],
      {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, NODE_OPTIONS: `--import ${hook}`, SKIA_PROFILE: folder },
      },
    );
    if (done.status !== 0) throw new Error('the tests that show which functions labels need have failed');
    const called = readFileSync(join(folder, 'called'), 'utf8').trim().split('\n').map(Number);
    return [...new Set(called)].sort((a, b) => a - b);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Splits the code. `needed`: numbers of the functions of the first part. All others are stubs there, which load the rest
 * and call the function by its place in the table.
 */
function split(needed) {
  const isNeeded = new Set(needed.map(String));
  const first = openModule();
  const rest = openModule();
  const [table] = first.exports.filter(({ kind }) => kind === binaryen.ExternalTable);
  const [memory] = first.exports.filter(({ kind }) => kind === binaryen.ExternalMemory);
  const { initial: tableSize } = binaryen.getTableInfo(first.module.getTable(table.value));
  const segment = binaryen.getElementSegmentInfo(first.module.getElementSegmentByIndex(0));
  const later = first.defined.filter(({ name }) => !isNeeded.has(name));
  const shared = first.defined.filter(({ name }) => isNeeded.has(name));
  const places = tableSize + later.length;

  const m = first.module;
  m.addFunctionImport('load', REST, 'load', binaryen.none, binaryen.none);
  m.addGlobal(LOADED, binaryen.i32, true, m.i32.const(0));
  m.addGlobalExport(LOADED, LOADED);
  const isMissing = m.i32.eqz(m.global.get(LOADED, binaryen.i32));
  m.addFunction('ensure', binaryen.none, binaryen.none, [], m.if(isMissing, m.call('load', [], binaryen.none)));
  for (const [i, { name, params, results }] of later.entries()) {
    const passed = binaryen.expandType(params).map((type, at) => m.local.get(at, type));
    const call = m.call_indirect(table.value, m.i32.const(tableSize + i), passed, params, results);
    m.removeFunction(name);
    m.addFunction(name, params, results, [], m.block(null, [m.call('ensure', [], binaryen.none), call], results));
  }
  m.removeElementSegment(segment.name);
  m.removeTable(table.value);
  m.addTable(table.value, places, places);
  m.addActiveElementSegment(table.value, segment.name, segment.data, m.i32.const(1));

  const r = rest.module;
  for (const { name } of rest.exports) r.removeExport(name);
  r.removeElementSegment(segment.name);
  r.removeTable(table.value);
  r.addTable(table.value, places, places);
  r.addTableImport(table.value, REST, table.name);
  const names = later.map(({ name }) => name);
  r.addActiveElementSegment(table.value, 'later', names, r.i32.const(tableSize));
  for (const [i, { at, found }] of runsOf(segment.data, new Set(names)).entries()) {
    r.addActiveElementSegment(table.value, `later${i}`, found, r.i32.const(1 + at));
  }
  const { initial, max } = r.getMemoryInfo(memory.value);
  r.setMemory(initial, max, null, [], false, false, memory.value);
  r.addMemoryImport(memory.value, REST, memory.name, false);
  for (const { name, type, mutable } of rest.globals) {
    m.addGlobalExport(name, name);
    r.removeGlobal(name);
    r.addGlobalImport(name, REST, name, type, mutable);
  }
  for (const { name, params, results } of shared) {
    r.removeFunction(name);
    r.addFunctionImport(name, REST, `f${name}`, params, results);
  }
  r.runPasses(['remove-unused-module-elements']);
  for (let i = 0; i < r.getNumFunctions(); i++) {
    const { module: from, name, base } = binaryen.getFunctionInfo(r.getFunctionByIndex(i));
    if (from === REST) m.addFunctionExport(name, base);
  }
  m.runPasses(['remove-unused-module-elements']);
  return { first: m.emitBinary(), rest: r.emitBinary() };
}

/** Runs of entries that are among `names`, with the index of their first. */
function runsOf(entries, names) {
  const runs = [];
  for (const [at, name] of entries.entries()) {
    const last = runs.at(-1);
    if (!names.has(name)) continue;
    if (last !== undefined && last.at + last.found.length === at) last.found.push(name);
    else runs.push({ at, found: [name] });
  }
  return runs;
}

const list = join(PARTS, 'functions.json');
if (process.argv.includes('--profile')) {
  const functions = profile();
  writeFileSync(list, `${JSON.stringify({ whole: hashOf(readWhole()), functions })}\n`);
  console.log(`${functions.length} functions`);
}
const { whole, functions } = JSON.parse(readFileSync(list, 'utf8'));
if (whole !== hashOf(readWhole())) throw new Error('canvaskit-wasm has changed: npm run skia-parts -- --profile');
const { first, rest } = split(functions);
for (const [name, bytes] of [
  ['canvaskit.wasm', first],
  ['skia-rest.wasm', rest],
]) {
  writeFileSync(join(PARTS, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
// The build would take 20 s for it (build/compress-files.ts). Quality 11 is the default.
writeFileSync(join(PARTS, 'canvaskit.wasm.br'), brotliCompressSync(first));
