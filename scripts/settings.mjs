// Settings from the environment about where to run, checked before anything is installed, built or started.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { root } from './ensure-dependencies.mjs';

/** Gives the settings; prints one line and exits 1 when they can't be used. */
export async function readSettings(env) {
  const host = env.HOST?.trim() || '127.0.0.1';
  const port = await usablePort(env, 'PORT', 8080, host);
  const assistantPort = await usablePort(env, 'ASSISTANT_PORT', 9004, '127.0.0.1');
  if (port === assistantPort) fail(`PORT and ASSISTANT_PORT are both ${port}; give them different numbers.`);
  const dataDir = resolve(root, env.DATA_DIR?.trim() || 'data');
  checkWritable(dataDir);
  return { host, port, assistantPort, dataDir };
}

/** The page's own addresses: the assistant accepts jobs only from them. */
export function pageOrigins({ host, port }, env) {
  const shown = host.includes(':') ? `[${host}]` : host;
  const own = [`http://${shown}:${port}`, `http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const more = (env.ASSISTANT_ORIGINS ?? '').split(',').map((origin) => origin.trim());
  const origins = [...own.map((origin) => new URL(origin).origin), ...more.filter((origin) => origin !== '')];
  return [...new Set(origins)].join(',');
}

function readPort(env, name, otherwise) {
  const text = env[name]?.trim() || String(otherwise);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65535) fail(`${name} must be a number from 0 to 65535, not "${text}".`);
  return port;
}

/** The port, after checking that it is free; 0 gives any free one. */
async function usablePort(env, name, otherwise, host) {
  const port = readPort(env, name, otherwise);
  try {
    return await listenOnce(port, host);
  } catch (error) {
    const reasons = {
      EADDRINUSE: `Port ${port} on ${host} is in use${ownerOf(port)}. Stop that program or set ${name} to another number.`,
      EACCES: `Port ${port} on ${host} can't be used by this user. Set ${name} to a number above 1023.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one of its addresses.`,
      ENOTFOUND: `This machine has no address ${host}. Set HOST to one of its addresses.`,
    };
    return fail(reasons[error.code] ?? `Port ${port} on ${host} can't be used: ${error.message}`);
  }
}

/** ` by process 1234 (node server/main.ts)`; empty where the system does not show it. Linux only: proc(5). */
function ownerOf(port) {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const listening = '0A';
  try {
    const sockets = ['tcp', 'tcp6']
      .flatMap((name) => readFileSync(`/proc/net/${name}`, 'latin1').trim().split('\n').slice(1))
      .map((row) => row.trim().split(/\s+/))
      .filter(([, local, , state]) => local.endsWith(suffix) && state === listening)
      .map((fields) => `socket:[${fields[9]}]`);
    const pid = readdirSync('/proc').find(
      (name) => /^\d+$/.test(name) && sockets.some((socket) => holds(name, socket)),
    );
    if (pid === undefined) return '';
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    return ` by process ${pid} (${command})`;
  } catch {
    return '';
  }
}

/** Whether that process has that file open; false for processes of other users. */
function holds(pid, file) {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((name) => readlinkSync(`${folder}/${name}`) === file);
  } catch {
    return false;
  }
}

function listenOnce(port, host) {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(port, host, () => {
      const taken = probe.address().port;
      probe.close(() => done(taken));
    });
  });
}

function checkWritable(folder) {
  const probe = join(folder, `.probe-${randomBytes(4).toString('hex')}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    fail(
      `The data folder ${folder} can't be written to (${error.code ?? error.message}). Set DATA_DIR to another one.`,
    );
  }
}

/** Makes the folder level by level: Node's recursive mkdir never returns where a file system answers ENOENT, as /proc does. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  // Only this user may read it: it contains password hashes and all users' labels.
  mkdirSync(folder, { mode: 0o700 });
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
