import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { NoConversionReason } from '#protocol/api.ts';
import { type OfficeSettings, USUAL_OFFICE_LIMITS } from './office-settings.ts';
import { sandboxed, type Sandbox } from './sandbox.ts';

/** On Debian; without recommended packages, which install a desktop. */
export const DEBIAN_PACKAGES: readonly string[] = [
  'libreoffice-core-nogui',
  'libreoffice-writer-nogui',
  'libreoffice-calc-nogui',
  'libreoffice-impress-nogui',
  'bubblewrap',
];
export const INSTALL_COMMAND: string = `apt-get install -y --no-install-recommends ${DEBIAN_PACKAGES.join(' ')}`;

/** LibreOffice and its sandbox, or why it is unavailable. */
export type OfficeProgram =
  | { readonly type: 'ready'; readonly sandbox: Sandbox }
  | { readonly type: 'none'; readonly reason: NoConversionReason };

/** An operator who has just installed it need not restart the server. */
const LOOK_AGAIN_MS = 30_000;
const PROBE_LIMIT_MS = 5_000;

/** Finds the program on first use, and looks again later where it was missing. */
export function createOfficeFinder(settings: OfficeSettings, now: () => number): () => Promise<OfficeProgram> {
  let found: Promise<OfficeProgram> | null = null;
  let lookedAt = -Infinity;
  let missing = false;
  return () => {
    if (found === null || (missing && now() - lookedAt >= LOOK_AGAIN_MS)) {
      lookedAt = now();
      missing = false;
      found = findOffice(settings).then((program) => {
        missing = program.type === 'none';
        return program;
      });
    }
    return found;
  };
}

async function findOffice({ mode, program }: OfficeSettings): Promise<OfficeProgram> {
  if (mode === 'off') return { type: 'none', reason: 'off' };
  const office = await findLibreOffice(program ?? 'soffice');
  const prlimit = await findProgram('prlimit');
  const bwrap = mode === 'outer' ? null : await findProgram('bwrap');
  if (office === null || prlimit === null || (mode === 'sandbox' && bwrap === null)) {
    return { type: 'none', reason: 'notInstalled' };
  }
  const sandbox: Sandbox = { bwrap, prlimit, program: office };
  return (await works(sandbox)) ? { type: 'ready', sandbox } : { type: 'none', reason: 'noSandbox' };
}

/** The folder of the real program: `soffice` only starts it. */
async function findLibreOffice(name: string): Promise<string | null> {
  const starter = name.includes('/') ? name : await findProgram(name);
  if (starter === null) return null;
  try {
    const folder = dirname(await realpath(starter));
    await access(join(folder, 'soffice.bin'), constants.X_OK);
    return folder;
  } catch {
    return null;
  }
}

async function findProgram(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!folder.startsWith('/')) continue;
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Not found in this folder.
    }
  }
  return null;
}

/** Whether the system allows the sandbox: user namespaces may be disabled, or forbidden in a container. */
function works(sandbox: Sandbox): Promise<boolean> {
  const { command, args, options } = sandboxed(sandbox, USUAL_OFFICE_LIMITS, '/', ['true']);
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: 'ignore', timeout: PROBE_LIMIT_MS, killSignal: 'SIGKILL' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
