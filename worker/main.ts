import { readStorageSettings } from '#server/storage-settings.ts';
import { newWorkerName, runWorker } from './run-worker.ts';

// All files of this process are for its own user only.
process.umask(0o077);
const settings = readStorageSettings(process.env);
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
if (settings.ok) {
  const name = newWorkerName();
  console.log(`Labelwright: worker ${name} is waiting for labels.`);
  await runWorker(settings.value, name, stop.signal, (error) => console.error(error));
} else {
  console.error(settings.error);
  process.exitCode = 1;
}
