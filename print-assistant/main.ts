import { createAssistant, type Assistant } from './assistant.ts';
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

// Whatever this process writes is for its own user alone.
process.umask(0o077);
const settings = readSettings(process.env);
if (!settings.ok) stopWith(settings.error);
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
console.log(`Print assistant listening on ws://127.0.0.1:${assistant.port}`);
