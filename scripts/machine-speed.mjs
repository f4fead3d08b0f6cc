// How fast this machine is compared with the one on which budgets and limits of time were measured.

/** CPU time of a round of `fixedWork` on that machine when idle. */
const REFERENCE_ROUND_MS = 500 / 150;
const WARMING_UP = 5;

/**
 * How many times as long as there a fixed amount of work takes here, in CPU time: machines differ by a factor of two, and
 * one machine does when its other cores are busy.
 * @param {number} rounds How often the work is done; 150 take half a second there.
 */
export function slownessOfMachine(rounds) {
  fixedWork(WARMING_UP);
  const before = process.cpuUsage();
  fixedWork(rounds);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds / REFERENCE_ROUND_MS;
}

function fixedWork(rounds) {
  let text = '';
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: 5000 }, (_, i) => ({ id: (i * 7919) % 5003, name: `row ${i}` }));
    rows.sort((a, b) => a.id - b.id || a.name.localeCompare(b.name));
    text = JSON.stringify(JSON.parse(JSON.stringify(rows)));
  }
  if (text.length === 0) throw new Error('no work was done');
}
