export interface SupervisedProgram {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function runProcesses(
  programs: readonly SupervisedProgram[],
  options: {
    readonly command: string;
    readonly cwd: string;
    readonly delayMs?: (failures: number) => number;
    readonly signal?: AbortSignal | null;
  },
): void;

export function restartDelayMs(failures: number): number;

export function parentEnded(): AbortSignal;
