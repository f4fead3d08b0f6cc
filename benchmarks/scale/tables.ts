import { COSTS, USUAL_PLACE, type Costs, type Place } from './costs.ts';
import { simulate } from './simulate.ts';

const SIMULATION_SEED = 20_261_127;
const SECONDS = 20;
const DAY = 24 * 60 * 60;
const SIZES = [1, 2, 10, 20, 50, 100, 200, 500, 1_000];

/** Limits of one run and of many runs, and what changes them. */
export function limitRows(): string[] {
  const wide: Place = { ...USUAL_PLACE, databaseCores: 32 };
  return SIZES.map((workers) => {
    const one = simulate(COSTS, USUAL_PLACE, { workers, runs: 1, seconds: SECONDS, seed: SIMULATION_SEED });
    const many = simulate(COSTS, USUAL_PLACE, { workers, runs: 50, seconds: SECONDS, seed: SIMULATION_SEED });
    const large = simulate(COSTS, wide, { workers, runs: 50, seconds: SECONDS, seed: SIMULATION_SEED });
    const cells = [
      String(workers),
      String(many.connections),
      whole(one.labelsASecond),
      whole(many.labelsASecond),
      `${whole(many.databaseBusy * 100)} %`,
      whole(many.putsASecond),
      whole(large.labelsASecond),
      `${((large.labelsASecond * DAY) / 1e9).toFixed(2)}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

/** Cost of a million labels, in US dollars. */
export function costRows(costs: Costs = COSTS, place: Place = USUAL_PLACE): string[] {
  const chunks = 1e6 / costs.labelsInChunk;
  const hours = (ms: number): number => ms / 3_600_000;
  const workers = hours(1e6 * (costs.renderMs + costs.planMs) + chunks * costs.databaseMs) * place.coreHour;
  const database = hours(chunks * costs.databaseMs) * place.coreHour;
  // Each chunk is read once more when the pages are fetched.
  const requests = (chunks * place.thousandPuts + chunks * costs.storageRequests * place.thousandGets) / 1000;
  const kept = ((costs.bytes * 1e6) / 1e9) * place.gigabyteMonth * (7 / 30);
  const row = (name: string, dollars: number): string => `| ${name} | ${dollars.toFixed(4)} |`;
  return [
    row('workers', workers),
    row('database', database),
    row('requests of the storage', requests),
    row('storage for a week', kept),
    row('together', workers + database + requests + kept),
  ];
}

/** The simulation of the measured setup, in milliseconds per label. */
export function simulatedMs(workers: 1 | 2): number {
  const asked = { workers, runs: 1, seconds: 60, seed: SIMULATION_SEED };
  return 1000 / simulate(COSTS, { ...USUAL_PLACE, databaseCores: 2 }, asked).labelsASecond;
}

/** One and two simulated workers, in milliseconds per label. */
export function validationRows(): string[] {
  return ([1, 2] as const).map((workers) => `| ${workers} | ${simulatedMs(workers).toFixed(3)} |`);
}

/** Time of each stage in the simulation. */
export function stageRows(): string[] {
  const row = (stage: string, ms: number, labels: number): string =>
    `| ${stage} | ${ms.toFixed(3)} ms | ${(ms / labels).toFixed(4)} ms |`;
  const { labelsInChunk } = COSTS;
  return [
    row('render and verify a chunk', COSTS.renderMs * labelsInChunk, labelsInChunk),
    row('read and freeze the rows, for a chunk', COSTS.planMs * labelsInChunk, labelsInChunk),
    row('database, for a chunk', COSTS.databaseMs, labelsInChunk),
    row('of that with the run locked', COSTS.lockedMs, labelsInChunk),
    row('storage, for a chunk', COSTS.storageMs * COSTS.storageRequests, labelsInChunk),
  ];
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
