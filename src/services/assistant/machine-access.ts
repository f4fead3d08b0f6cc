/** The names under which browsers keep the permission to reach this machine, the newest first. */
const NAMES = ['loopback-network', 'local-network-access'];
/** Somebody reads what the browser asks, and thinks about it. */
const ANSWER_LIMIT_MS = 120_000;
/** A page that comes from this machine itself needs no permission, though the browser names it as not given. */
const THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** What the browser lets this site do with programs on this machine. */
export interface MachineAccess {
  /** Whether the browser asks the user at the next try to reach one. */
  willAsk(): Promise<boolean>;
  /** Makes the browser ask, by a request to this address of this machine; settles with the user's answer, whatever it is. */
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

/** True where the user or a policy has forbidden this site to reach programs on this machine. */
export async function isAccessDenied(): Promise<boolean> {
  return (await accessStates()).includes('denied');
}

/** What the browser says under each name that it knows; nothing where it asks for no such permission at all. */
async function accessStates(): Promise<readonly PermissionState[]> {
  const states: PermissionState[] = [];
  for (const name of NAMES) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      states.push(state);
    } catch {
      // The browser does not know this name.
    }
  }
  return states;
}
