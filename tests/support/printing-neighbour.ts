import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributesFile, LABEL_PRINTER } from './ippeveprinter.ts';

/**
 * Another machine on a network of its own with this one: a network namespace in which a real IPP Everywhere printer (CUPS's
 * ippeveprinter) announces itself through a real Avahi.
 */
export interface PrintingNeighbour extends AsyncDisposable {
  /** Of this machine, on that network. */
  readonly ownAddress: string;
  readonly address: string;
  /** The printer's own name. */
  readonly name: string;
  documents(): Promise<readonly Uint8Array[]>;
  output(): string;
}

const NAME = 'Shop labels';
/** A network for tests (RFC 2544); the process has its own part of it. */
const NET = `198.18.${process.pid % 256}`;
const START_LIMIT_MS = 20_000;

/** Whether this machine allows its tests to create networks. */
export function canHaveNeighbours(): boolean {
  const made = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', 'ip link add one type veth peer name two']);
  return made.status === 0;
}

export async function startPrintingNeighbour(): Promise<PrintingNeighbour> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-neighbour-'));
  const spool = join(folder, 'spool');
  mkdirSync(spool);
  await writeFile(join(folder, 'label.conf'), attributesFile(LABEL_PRINTER));
  await writeFile(join(folder, 'keep.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  await writeFile(join(folder, 'avahi.conf'), AVAHI);
  await writeFile(join(folder, 'start.sh'), startScript(folder, spool));
  const child = spawn('unshare', ['--net', '--mount', 'sh', join(folder, 'start.sh')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ended as one group.
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }

  async function until(isSo: () => boolean, what: string): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (!isSo()) {
      if (Date.now() > limit || child.exitCode !== null) {
        await stop();
        throw new Error(`${what}:\n${output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  await until(() => output.includes('namespace made'), 'no namespace');
  const own = `lwn${process.pid}`.slice(0, 15);
  ip('link', 'add', own, 'type', 'veth', 'peer', 'name', 'lan', 'netns', String(child.pid));
  ip('addr', 'add', `${NET}.1/24`, 'dev', own);
  ip('link', 'set', own, 'up');
  child.stdin.write('go\n');
  await until(() => isListening(child.pid), 'no printer');
  return {
    ownAddress: `${NET}.1`,
    address: `${NET}.2`,
    name: NAME,
    output: () => output,
    async documents() {
      // A .prn is the output of the print command.
      const names = (await readdir(spool)).filter((name) => !name.endsWith('.prn'));
      names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
      return Promise.all(names.map((name) => readFile(join(spool, name))));
    },
    [Symbol.asyncDispose]: stop,
  };
}

const AVAHI = `[server]
host-name=labels-1a2b
use-ipv4=yes
use-ipv6=no
allow-interfaces=lan
[publish]
publish-workstation=no
`;

/** Avahi and D-Bus keep their files in /run, which is this namespace's own. */
function startScript(folder: string, spool: string): string {
  return `set -e
echo namespace made
read go
mount -t tmpfs none /run
mkdir -p /run/dbus
ip link set lo up
ip addr add ${NET}.2/24 dev lan
ip link set lan up
dbus-daemon --system --nofork &
while [ ! -S /run/dbus/system_bus_socket ]; do sleep 0.05; done
/usr/sbin/avahi-daemon -f ${folder}/avahi.conf --no-drop-root --no-chroot --no-rlimits &
while [ ! -S /run/avahi-daemon/socket ]; do sleep 0.05; done
PATH=$PATH:/usr/sbin
exec ippeveprinter -a ${folder}/label.conf -c ${folder}/keep.sh -k -d ${spool} -p 631 "${NAME}"
`;
}

/** Whether a process in the namespace of the process accepts connections on port 631. */
function isListening(pid: number | undefined): boolean {
  const listed = spawnSync('nsenter', ['--net', '--target', String(pid), 'cat', '/proc/net/tcp']);
  return /^\s*\d+: 0{8}:0277 0{8}:0{4} 0A/m.test(listed.stdout.toString());
}

function ip(...args: readonly string[]): void {
  const done = spawnSync('ip', args);
  if (done.status !== 0) throw new Error(`ip ${args.join(' ')}: ${done.stderr.toString()}`);
}
