/**
 * What the renderer without a browser needs in its environment to take little memory; what is set already stays.
 * Pages change hands between threads: with a heap of its own for each, glibc's memory grows from row to row. And V8 lets
 * new garbage lie in up to 192 MB for each thread (Node 24), where 6 MB will do.
 */
export function renderEnvironment() {
  return { MALLOC_ARENA_MAX: '1', NODE_OPTIONS: '--max-semi-space-size=2', ...process.env };
}
