import { parentPort, workerData } from 'node:worker_threads';
import { GATHER, type Gathered, type Rows } from './gather-rows.ts';
import { jsonRows } from './json-rows.ts';
import { QueryRefused } from './query-refused.ts';
import type { DatabaseTask, JsonTask, RowsAnswer } from './target.ts';

const task = workerData as DatabaseTask | JsonTask;
const ending = new AbortController();
// The thread ends by itself as soon as it waits for nothing else.
parentPort?.once('message', () => ending.abort()).unref();
// The MySQL driver logs what it doesn't understand, which the server controls.
Object.assign(console, { log: silent, warn: silent, error: silent, trace: silent });

const answer = await read(task.want);
parentPort?.postMessage(answer, answer.ok && 'bytes' in answer.value ? movable(answer.value.bytes) : []);

async function read<W extends keyof Gathered>(want: W): Promise<RowsAnswer<W>> {
  try {
    return { ok: true, value: await GATHER[want](await rowsOf(), task.limits) };
  } catch (error) {
    if (error instanceof QueryRefused) return { ok: false, why: error.why, params: error.params };
    throw error;
  }
}

async function rowsOf(): Promise<Rows> {
  if ('json' in task) return jsonRows(new TextDecoder().decode(task.json), task.limits.rows);
  if (task.target.kind === 'postgres') return (await import('./read-postgres.ts')).readPostgres(task, ending.signal);
  return (await import('./read-mysql.ts')).readMysql(task, ending.signal);
}

/** A small buffer is part of one that Node doesn't transfer; copying it is cheap. */
function movable({ buffer, length }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : [];
}

function silent(): void {}
