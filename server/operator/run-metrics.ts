import { sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import { LANES } from '../core/queue/queue.ts';
import { OPEN_STATES, REPORTED_STATES } from '../runs/run-settings.ts';
import type { CoreServices } from '../core/services.ts';
import { DAY_MS } from '#model/kernel/time.ts';

const REPORTED_STATE = sql<string>`case when paused_at is not null then 'paused' else state end`;
const PREFIX = 'labelwright_';

type Measured = Pick<CoreServices, 'db' | 'queue' | 'now'>;

interface Sums {
  readonly state: string;
  readonly runs: number;
  readonly made: number;
  readonly ms: number;
  readonly bytes: number;
}

/**
 * Totals of all runs of the installation and the waiting jobs, in all servers and workers: each server shows the same.
 * The queue is queried only while there are runs, so that an unused one isn't started for this.
 */
export function addRunMeasurements(registry: Registry, { db, queue, now }: Measured): void {
  const open = (): Promise<Sums[]> =>
    db
      .selectFrom('label_run')
      .select((eb) => [
        REPORTED_STATE.as('state'),
        eb.fn.countAll<number>().as('runs'),
        eb.fn.sum<number>('made').as('made'),
        eb.fn.sum<number>('render_ms').as('ms'),
        eb.fn.sum<number>('bytes').as('bytes'),
      ])
      .where('state', 'in', OPEN_STATES)
      .groupBy(REPORTED_STATE)
      .execute();
  registry.registerMetric(
    new Gauge({
      name: `${PREFIX}runs`,
      help: 'Runs that have not ended, by state.',
      labelNames: ['state'] as const,
      registers: [],
      async collect() {
        const found = new Map((await open()).map(({ state, runs: count }) => [state, Number(count)]));
        for (const state of REPORTED_STATES) {
          if (state === 'paused' || OPEN_STATES.includes(state)) this.set({ state }, found.get(state) ?? 0);
        }
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: `${PREFIX}runs_total`,
      help: 'Ended runs, by final state.',
      labelNames: ['state'] as const,
      registers: [],
      async collect() {
        this.reset();
        const rows = await db.selectFrom('run_total').select(['state', 'runs']).execute();
        for (const { state, runs: count } of rows) this.inc({ state }, Number(count));
      },
    }),
  );
  const spent = [
    { name: 'run_labels_total', help: 'Labels rendered, including repeated ones.', of: 'made', unit: 1 },
    { name: 'run_render_seconds_total', help: 'Rendering time of the workers.', of: 'ms', unit: 1000 },
    { name: 'run_bytes_total', help: 'Bytes written by the workers.', of: 'bytes', unit: 1 },
  ] as const;
  for (const { name, help, of, unit } of spent) {
    registry.registerMetric(
      new Counter({
        name: PREFIX + name,
        help,
        registers: [],
        async collect() {
          this.reset();
          const done = await db
            .selectFrom('run_total')
            .select((eb) => [
              eb.fn.sum<number | null>('made').as('made'),
              eb.fn.sum<number | null>('render_ms').as('ms'),
              eb.fn.sum<number | null>('bytes').as('bytes'),
            ])
            .executeTakeFirstOrThrow();
          const sum = (await open()).reduce((all, one) => all + Number(one[of]), Number(done[of] ?? 0));
          this.inc(sum / unit);
        },
      }),
    );
  }
  const isAsked = async (): Promise<boolean> =>
    (await db
      .selectFrom('label_run')
      .select('id')
      .where('created_at', '>', now() - DAY_MS)
      .limit(1)
      .executeTakeFirst()) !== undefined;
  registry.registerMetric(
    new Gauge({
      name: `${PREFIX}queue_jobs`,
      help: 'Parts of runs that are waiting or being processed.',
      labelNames: ['lane', 'state'] as const,
      registers: [],
      async collect() {
        const asked = await isAsked();
        for (const lane of LANES) {
          const { waiting, leased } = asked ? await queue.depth(lane) : { waiting: 0, leased: 0 };
          this.set({ lane, state: 'waiting' }, waiting);
          this.set({ lane, state: 'leased' }, leased);
        }
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: `${PREFIX}queue_wait_seconds`,
      help: 'Waiting time of the oldest waiting part of a run.',
      labelNames: ['lane'] as const,
      registers: [],
      async collect() {
        const asked = await isAsked();
        for (const lane of LANES) this.set({ lane }, asked ? (await queue.longestWaitMs(lane)) / 1000 : 0);
      },
    }),
  );
}
