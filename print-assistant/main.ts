import { createAssistant, type Assistant } from './assistant.ts';
import { openPrivateFolder } from './files.ts';
import { openPageKey, pageUrl } from './page/page-key.ts';
import { readSettings, type Settings } from './settings.ts';

const CUPS_SERVER = 'ipp://localhost:631';

function stopWith(line: string): never {
  console.error(`Print assistant: ${line}`);
  process.exit(1);
}

function startFailure(error: unknown, settings: Settings): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${settings.port} is in use; set ASSISTANT_PORT to another one`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
    return `cannot write to ${settings.folder} (${code}); set ASSISTANT_DIR to another folder`;
  }
  return message;
}

const USAGE = `labelwright-assistant          runs the print assistant
labelwright-assistant page     tells the address of its own page, with which it is set up
What it reads from the environment is in docs/print-assistant.md.`;

// Whatever this process writes is for its own user alone.
process.umask(0o077);
const settings = readSettings(process.env);
if (!settings.ok) stopWith(settings.error);
const [command] = process.argv.slice(2);
if (command === 'page') {
  const { folder, port } = settings.value;
  await openPrivateFolder(folder);
  console.log(pageUrl(port, await openPageKey(folder)));
  process.exit(0);
}
if (command !== undefined) {
  console.log(USAGE);
  process.exit(command === 'help' || command === '--help' ? 0 : 2);
}
let assistant: Assistant;
try {
  const { printers, ...others } = settings.value;
  assistant = await createAssistant({
    ...others,
    configuredPrinters: printers,
    cupsServer: CUPS_SERVER,
    log: (line) => console.log(`[assistant] ${line}`),
  });
} catch (error) {
  stopWith(startFailure(error, settings.value));
}
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    assistant.close().then(
      () => process.exit(0),
      (error: unknown) => stopWith(String(error)),
    );
  });
}
console.log(`Print assistant listening on ws://127.0.0.1:${assistant.port}\nIts own page: ${assistant.pageUrl}`);
