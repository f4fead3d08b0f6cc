export function slownessOfMachine(rounds: number): number;
