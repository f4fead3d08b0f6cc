import { COMPILE_CACHE } from './compile-cache.mjs';

/**
 * Environment variables with which the renderer without a browser takes little memory; variables that are set already
 * stay. Pages are passed between threads: with a heap of its own for each, glibc's memory grows from row to row. And V8
 * keeps up to 192 MB of new garbage for each thread (Node 24), where 6 MB are enough.
 */
export function renderEnvironment() {
  return { MALLOC_ARENA_MAX: '1', NODE_OPTIONS: '--max-semi-space-size=2', ...COMPILE_CACHE, ...process.env };
}
