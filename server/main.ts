import { createServer, type Server } from './app.ts';
import { createDemoAccount } from './templates/demo-account.ts';
import { nameOperators } from './operator/name-operators.ts';
import { SettingFault } from './core/setting-fault.ts';
import { readSettings, type Settings } from './settings.ts';

/** A worker that runs in a thread of this process. */
const WORKER_THREAD = new URL('../worker/server-thread.ts', import.meta.url);
/** Time for requests in progress when the server stops. */
const CLOSE_LIMIT_MS = 5000;
const ROOT_WARNING =
  'Labelwright runs as root: a vulnerability would give an attacker the whole machine. Run it as a separate user.';
const SANDBOX_NOTE =
  'Membership is on with sandbox payments, without real money: configure a payment provider, or set MEMBERSHIP=off to give everybody all features.';

// Files that this process writes are private to its user.
process.umask(0o077);
const settings = readSettings(process.env);
if (!settings.ok) fail(settings.error);
else await run(settings.value);

async function run(settings: Settings): Promise<void> {
  let server: Server;
  try {
    server = await createServer({ ...settings, renderThreads: { module: WORKER_THREAD, count: settings.workers } });
  } catch (error) {
    if (error instanceof SettingFault) return fail(error.message);
    return fail(`The data folder ${settings.dataDir} can't be used: ${wordingOf(error)}`);
  }
  stopOnSignal(server, settings.shutdownDelayMs);
  try {
    const address = await server.listen(settings);
    // Only after listening has succeeded: otherwise the server would end and nobody would see the password.
    await createDemo(server, settings);
    const { services, log } = server;
    const missing = await nameOperators(services.db, settings.operators, services.now());
    for (const name of missing)
      log.warn(`OPERATORS names ${name}, which is not an account yet: register it, then restart the server`);
    if (services.payments.find('sandbox') !== null) server.log.info(SANDBOX_NOTE);
    if (process.getuid?.() === 0) server.log.warn(ROOT_WARNING);
    server.log.info(`Labelwright is ready at ${address}`);
  } catch (error) {
    await server.close();
    return fail(startFault(settings, error));
  }
}

/** A collected log must not contain a password: there the demo account is created only with a configured one. */
async function createDemo(server: Server, { demoPassword, language, log }: Settings): Promise<void> {
  if (log.format === 'json' && demoPassword === null) return;
  const password = await createDemoAccount(server.services, demoPassword, language);
  if (password === null) return;
  server.log.info(log.format === 'json' ? 'Demo account: demo' : `Demo account: demo / ${password}`);
}

function stopOnSignal(server: Server, delayMs: number): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), delayMs + CLOSE_LIMIT_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(`The server did not stop cleanly: ${wordingOf(error)}`),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // The supervisor has ended without a signal: nobody would ever stop this process, and its port would stay taken.
  process.on('disconnect', stop);
}

function startFault({ host, port }: Settings, error: unknown): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop the other program or set PORT to another number.`;
    case 'EACCES':
      return `Port ${port} on ${host} can't be used by this user. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set HOST to one of its addresses.`;
    default:
      return `The server can't start: ${wordingOf(error)}`;
  }
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function wordingOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
