import type { SpawnOptions } from 'node:child_process';
import { dirname } from 'node:path';
import type { OfficeLimits } from './office-settings.ts';

/** The programs of a conversion. */
export interface Sandbox {
  /** Null where the operator has put the whole server into a sandbox. */
  readonly bwrap: string | null;
  readonly prlimit: string;
  /** The folder of `soffice.bin`. */
  readonly program: string;
}

interface SandboxedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnOptions, 'detached' | 'env' | 'cwd' | 'uid' | 'gid'>;
}

/** Where the sandbox's own memory is mounted, its only writable place. */
const WORK = '/tmp';
/**
 * What programs need of the system to start, and what LibreOffice reads: its settings, and fonts. Nothing of a user's.
 */
const SYSTEM = ['/etc/fonts', '/etc/libreoffice', '/etc/ld.so.cache', '/var/cache/fontconfig', '/var/lib/libreoffice'];
/** `nobody`: a server that runs as root starts the sandbox as nobody too. */
const NOBODY = 65_534;

/**
 * A command in the sandbox: no network, no access to the system's processes, users or files except the read-only
 * programs and fonts, no devices, no capabilities, an empty environment. `/proc` is missing too, so that it works where
 * a new one may not be mounted. All its processes end with the first one, and that one ends with the server.
 *
 * Without bubblewrap it has the limits only, and `folder` to write to.
 */
export function sandboxed(
  sandbox: Sandbox,
  limits: OfficeLimits,
  folder: string,
  command: readonly string[],
): SandboxedCommand {
  const { bwrap, prlimit, program } = sandbox;
  const environment = {
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: bwrap === null ? folder : WORK,
    // Without /proc a program can't find its own files.
    LD_LIBRARY_PATH: program,
    SAL_USE_VCLPLUGIN: 'svp',
  };
  const limited = [
    `--as=${limits.memoryBytes}`,
    `--cpu=${limits.seconds}`,
    `--fsize=${limits.pdfBytes}`,
    `--nproc=${limits.processes}`,
    '--nofile=256',
    '--core=0',
    '--',
    ...command,
  ];
  if (bwrap === null) {
    return { command: prlimit, args: limited, options: { detached: true, env: environment, cwd: folder } };
  }
  const isRoot = process.getuid?.() === 0;
  return {
    command: bwrap,
    args: [
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--clearenv',
      '--cap-drop',
      'ALL',
      '--ro-bind',
      '/usr',
      '/usr',
      ...['lib', 'lib32', 'lib64', 'bin', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
      ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
      ...(program.startsWith('/usr/') ? [] : ['--ro-bind', dirname(program), dirname(program)]),
      '--dev',
      '/dev',
      '--size',
      String(limits.workBytes),
      '--tmpfs',
      WORK,
      '--chdir',
      WORK,
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
      prlimit,
      ...limited,
    ],
    options: { detached: true, env: {}, cwd: '/', ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) },
  };
}
