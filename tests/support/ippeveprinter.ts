import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './product.ts';

/** A real IPP Everywhere printer (CUPS's ippeveprinter) that keeps every document it receives. */
export interface IppEvePrinter extends AsyncDisposable {
  readonly uri: string;
  /** Received documents, in order of its job numbers. */
  documents(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]>;
  output(): string;
}

/** `label`: rolls of up to 108 x 3000 mm, PWG raster. `png`: an office printer at 600 dpi that takes PNG only. */
export interface IppEveOptions {
  readonly model: 'label' | 'png';
  readonly dpi: number;
  readonly rasterType: string;
  readonly maxWidthMm: number;
  readonly maxHeightMm: number;
}

export const LABEL_PRINTER: IppEveOptions = {
  model: 'label',
  dpi: 300,
  rasterType: 'black_1',
  maxWidthMm: 108,
  maxHeightMm: 3000,
};
const START_LIMIT_MS = 20_000;
const DBUS_PID = '/run/dbus/pid';
const AVAHI_PID = '/run/avahi-daemon/pid';

export async function startIppEvePrinter(over: Partial<IppEveOptions> = {}): Promise<IppEvePrinter> {
  const options = { ...LABEL_PRINTER, ...over };
  const program = ['/usr/sbin/ippeveprinter', '/usr/bin/ippeveprinter'].find((path) => existsSync(path));
  if (program === undefined) {
    throw new Error('ippeveprinter is missing: apt-get install cups-ipp-utils avahi-daemon dbus');
  }
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-ipp-'));
  const spool = join(folder, 'spool');
  mkdirSync(spool);
  await writeFile(join(folder, 'label.conf'), attributesFile(options));
  await writeFile(join(folder, 'keep.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const helpers = startDiscovery(folder);
  const port = await freePort();
  // ippeveprinter takes either a file of attributes or a list of formats.
  const model = options.model === 'png' ? ['-f', 'image/png'] : ['-a', join(folder, 'label.conf')];
  const files = [...model, '-c', join(folder, 'keep.sh'), '-k', '-d', spool];
  const child = spawn(program, [...files, '-n', 'localhost', '-p', String(port), '-r', 'off', 'Labels'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  const stop = async (): Promise<void> => {
    for (const process of [child, ...helpers]) await stopChild(process);
    await rm(folder, { recursive: true, force: true });
  };
  if (!(await untilListening(child, port))) {
    await stop();
    throw new Error(`ippeveprinter did not start:\n${output}`);
  }
  return {
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    output: () => output,
    async documents() {
      // A .prn is the output of the print command.
      const names = (await readdir(spool)).filter((name) => !name.endsWith('.prn'));
      names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
      return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(spool, name)) })));
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** ippeveprinter requires Avahi, which requires D-Bus; running ones are used and left alone. */
function startDiscovery(folder: string): ChildProcess[] {
  const started: ChildProcess[] = [];
  if (!isRunning(DBUS_PID)) {
    rmSync(DBUS_PID, { force: true });
    mkdirSync('/run/dbus', { recursive: true });
    started.push(spawn('dbus-daemon', ['--system', '--nofork'], { stdio: 'ignore' }));
    waitFor(() => exists('/run/dbus/system_bus_socket') && isRunning(DBUS_PID));
  }
  if (!isRunning(AVAHI_PID)) {
    const settings = join(folder, 'avahi.conf');
    writeFileSync(
      settings,
      '[server]\nuse-ipv4=yes\nuse-ipv6=no\nallow-interfaces=lo\n[publish]\ndisable-publishing=yes\n',
    );
    const flags = ['-f', settings, '--no-drop-root', '--no-chroot', '--no-rlimits'];
    started.push(spawn('/usr/sbin/avahi-daemon', flags, { stdio: 'ignore' }));
    waitFor(() => isRunning(AVAHI_PID));
  }
  return started.toReversed();
}

function waitFor(condition: () => boolean): void {
  const limit = Date.now() + START_LIMIT_MS;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  while (!condition()) {
    if (Date.now() > limit) throw new Error('D-Bus or Avahi did not start');
    Atomics.wait(sleeper, 0, 0, 50);
  }
}

function isRunning(pidFile: string): boolean {
  try {
    return exists(`/proc/${Number(readFileSync(pidFile, 'utf8'))}`);
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

async function untilListening(child: ChildProcess, port: number): Promise<boolean> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await ended;
  clearTimeout(timer);
}

/** A label printer's attributes, in the form of ippeveprinter's `-a`. */
export function attributesFile(options: IppEveOptions): string {
  const { dpi, rasterType, maxWidthMm, maxHeightMm } = options;
  const margins = ['top', 'bottom', 'left', 'right'].map((side) => `ATTR integer media-${side}-margin-supported 0`);
  return [
    ...margins,
    'ATTR collection media-size-supported {',
    `  MEMBER rangeOfInteger x-dimension 1000-${maxWidthMm * 100}`,
    `  MEMBER rangeOfInteger y-dimension 1000-${maxHeightMm * 100}`,
    '}',
    'ATTR collection media-col-default {',
    '  MEMBER collection media-size {',
    '    MEMBER integer x-dimension 5000',
    '    MEMBER integer y-dimension 3000',
    '  }',
    '}',
    'ATTR keyword media-default custom_label_50x30mm',
    `ATTR keyword media-supported custom_min_10x10mm,custom_max_${maxWidthMm}x${maxHeightMm}mm`,
    `ATTR resolution printer-resolution-default ${dpi}dpi`,
    `ATTR resolution printer-resolution-supported ${dpi}dpi`,
    `ATTR resolution pwg-raster-document-resolution-supported ${dpi}dpi`,
    `ATTR keyword pwg-raster-document-type-supported ${rasterType}`,
    'ATTR keyword print-scaling-default none',
    'ATTR keyword print-scaling-supported none,auto,fit',
    '',
  ].join('\n');
}
