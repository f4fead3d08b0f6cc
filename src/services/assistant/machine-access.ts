/** The browsers' names of the permission to reach this machine, newest first. */
const NAMES = ['loopback-network', 'local-network-access'];
/** Time for a person to read the browser's question and answer it. */
const ANSWER_LIMIT_MS = 120_000;
/** A page from this machine itself needs no permission, though the browser reports it as not granted. */
const THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** The browser's permission for this site to reach programs on this machine. */
export interface MachineAccess {
  /** Whether the browser asks the user at the next attempt to reach one. */
  willAsk(): Promise<boolean>;
  /**
   * Makes the browser ask, by a request to this address of this machine; settles with the user's answer, positive or
   * not.
   */
  ask(url: string, signal: AbortSignal): Promise<void>;
}

export function createMachineAccess(hostname: string): MachineAccess {
  return {
    async willAsk() {
      if (THIS_MACHINE.test(hostname)) return false;
      const [newest] = await accessStates();
      return newest === 'prompt';
    },
    async ask(url, signal) {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
      await fetch(url, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: ends }).catch(
        () => undefined,
      );
    },
  };
}

/** Whether the user or a policy has forbidden this site to reach programs on this machine. */
export async function isAccessDenied(): Promise<boolean> {
  return (await accessStates()).includes('denied');
}

/** The state of the permission under each name that the browser knows; empty if there is no such permission. */
async function accessStates(): Promise<readonly PermissionState[]> {
  const states: PermissionState[] = [];
  for (const name of NAMES) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      states.push(state);
    } catch {
      // The browser doesn't know this name.
    }
  }
  return states;
}
