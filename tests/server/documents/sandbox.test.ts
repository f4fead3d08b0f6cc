import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { USUAL_OFFICE_LIMITS, type OfficeLimits } from '#server/documents/office-settings.ts';
import { createOfficeFinder } from '#server/documents/office-program.ts';
import { sandboxed, type Sandbox } from '#server/documents/sandbox.ts';
import { ROOT } from '#tests/support/source-imports.ts';
import { createTestFolder } from '../create-test-server.ts';

const PATIENCE = { interval: 50 };

async function findSandbox(): Promise<Sandbox> {
  const program = await createOfficeFinder({ mode: 'sandbox', atOnce: 1 }, Date.now)();
  if (program.type === 'none') throw new Error(`no sandbox: ${program.reason}`);
  return program.sandbox;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly words: string;
}

/** Runs a bash script in the sandbox, as LibreOffice is run. */
async function inSandbox(script: string, limits: Partial<OfficeLimits> = {}): Promise<Ended> {
  const whole = { ...USUAL_OFFICE_LIMITS, ...limits };
  const { command, args, options } = sandboxed(await findSandbox(), whole, '/', ['bash', '-c', script]);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, words, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number | null, output, words };
}

/** The processes of this machine with that text in their command line. */
function processesWith(mark: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

describe('a program in the sandbox', () => {
  test('sees nothing of the machine but programs and fonts', async () => {
    const folder = await createTestFolder();
    writeFileSync(join(folder, 'secret'), 'secret', { mode: 0o644 });
    const { output } = await inSandbox(
      `echo /*; echo /etc/*; cat /etc/passwd /etc/shadow ${folder}/secret ${ROOT}/package.json; echo /proc/* /tmp/*; env; id -u`,
    );
    const [root, etc, proc, ...rest] = output.trim().split('\n');
    expect(root).toBe('/bin /dev /etc /lib /lib32 /lib64 /sbin /tmp /usr /var');
    expect(etc).toMatch(/^(\/etc\/(fonts|ld\.so\.cache|libreoffice) ?)+$/);
    expect(proc).toBe('/proc/* /tmp/*');
    const names = rest.slice(0, -1).map((line) => line.split('=')[0]);
    expect(names.toSorted()).toEqual([
      'HOME',
      'LANG',
      'LD_LIBRARY_PATH',
      'PATH',
      'PWD',
      'SAL_USE_VCLPLUGIN',
      'SHLVL',
      '_',
    ]);
    // Never root, even if the server is.
    expect(Number(rest.at(-1))).toBeGreaterThan(0);
  });

  test('writes only to a space of its own, which is limited', async () => {
    const places = ['/x', '/usr/x', '/etc/x', '/etc/fonts/x', '/dev/x', '/dev/shm/x', '/usr/lib/libreoffice/x'];
    const { output } = await inSandbox(
      `for place in ${places.join(' ')}; do echo x > $place && echo wrote $place; done`,
    );
    expect(output).toBe('');
    const full = await inSandbox(
      'for i in 1 2 3 4; do head -c 8388608 /dev/zero > /tmp/$i || echo full; done; cat /tmp/* | wc -c',
      { workBytes: 20_971_520 },
    );
    expect(full.output).toContain('full');
    expect(Number(full.output.trim().split('\n').at(-1))).toBeLessThanOrEqual(20_971_520);
  });

  test('reaches no network, including this machine’s own', async () => {
    let calls = 0;
    const server = createServer((socket) => {
      calls++;
      socket.on('error', () => undefined);
      socket.end('Hello\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port} && read -u 3 line && echo $line`;
    const outside = spawn('bash', ['-c', ask], { stdio: ['ignore', 'pipe', 'ignore'] });
    expect(await text(outside.stdout)).toBe('Hello\n');
    expect(calls).toBe(1);
    const { output, status } = await inSandbox(ask);
    expect({ output, status }).toEqual({ output: '', status: 1 });
    expect(calls).toBe(1);
  });

  test('exceeds no limit of processes, memory, time or files', async () => {
    const many = await inSandbox('for i in $(seq 40); do sleep 5 & done; echo all', { processes: 20 });
    expect(many.words).toMatch(/fork: .*Resource temporarily unavailable/i);
    const large = await inSandbox('head -c 400000000 /dev/zero | tail > /dev/null; echo ${PIPESTATUS[1]}', {
      memoryBytes: 100_000_000,
    });
    expect(large.output).toBe('1\n');
    const long = await inSandbox('while :; do :; done', { seconds: 1 });
    expect(long.status).not.toBe(0);
    const file = await inSandbox('head -c 3000000 /dev/zero > /tmp/a; stat -c %s /tmp/a', { pdfBytes: 1_000_000 });
    expect(file.output).toBe('1000000\n');
  });

  test('ends with the server, even a killed one', async () => {
    const mark = `sleep 98765.${process.pid}`;
    const script = `
      const { sandboxed } = await import(${JSON.stringify(join(ROOT, 'server/documents/sandbox.ts'))});
      const { spawn } = await import('node:child_process');
      const { command, args, options } = sandboxed(${JSON.stringify(await findSandbox())},
        ${JSON.stringify(USUAL_OFFICE_LIMITS)}, '/', ['sh', '-c', ${JSON.stringify(`${mark} & ${mark} & wait`)}]);
      spawn(command, args, { ...options, stdio: 'ignore' });`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    onTestFinished(() => void server.kill('SIGKILL'));
    const sleeping = (): number => processesWith(mark.replace(' ', '\0')).length;
    await expect.poll(sleeping, PATIENCE).toBe(2);
    server.kill('SIGKILL');
    await expect.poll(sleeping, PATIENCE).toBe(0);
  });
});
