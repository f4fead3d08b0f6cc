import { type Costs, type Place } from './costs.ts';
/** Where the limits come: one run, many runs, and what moves them. */
export declare function limitRows(): string[];
/** What a million labels cost, in US dollars. */
export declare function costRows(costs?: Costs, place?: Place): string[];
/** The simulation of what was measured, in milliseconds a label. */
export declare function simulatedMs(workers: 1 | 2): number;
/** One and two simulated workers, in milliseconds a label. */
export declare function validationRows(): string[];
/** What each stage takes, as the simulation has it. */
export declare function stageRows(): string[];
