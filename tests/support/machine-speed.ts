import { slownessOfMachine } from '../../scripts/machine-speed.mjs';

const ROUNDS = 20;
let known: number | undefined;

/**
 * CPU time in milliseconds as the machine on which the limits were measured would have needed, on a slower machine; on a
 * faster one the time itself.
 */
export function referenceMs(cpuMs: number): number {
  known ??= Math.max(1, slownessOfMachine(ROUNDS));
  return cpuMs / known;
}
