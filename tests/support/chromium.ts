import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from 'playwright';

export const BROWSER = '/usr/bin/chromium';
/** The same engine without the browser's own windows: a fifth less work for the same page. It grants no permission. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The system's Chromium, headless, without any requests outside this machine. */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(optionsWith(BROWSER, args));
}

/** For tests of the product's own pages. */
export function launchShell(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(shellOptions(args));
}

export function shellOptions(args: readonly string[] = []): LaunchOptions {
  return optionsWith(SHELL, args);
}

/** The same browser's only context, which keeps its databases in this folder: other contexts have theirs in memory. */
export function launchContextOn(
  profile: string,
  options: BrowserContextOptions,
  args: readonly string[] = [],
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...optionsWith(BROWSER, args), ...options });
}

/** The same for tests of the product's own pages. */
export function launchShellContextOn(profile: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { ...optionsWith(SHELL, []), ...options });
}

/** The arguments of every browser of the tests. */
export const USUAL_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** The page does not know that a program drives it, so that it works as for a user: it does not watch itself (`idle.ts`). */
export const AS_FOR_USERS: readonly string[] = ['--disable-blink-features=AutomationControlled'];

function optionsWith(executablePath: string, args: readonly string[]): LaunchOptions {
  return { executablePath, env: browserEnvironment(), args: [...USUAL_ARGS, ...args] };
}

/** It aborts when a D-Bus that it found disappears, like that of the IPP test's printer: it must find none. */
export function browserEnvironment(): Record<string, string> {
  return { ...environment(), DBUS_SESSION_BUS_ADDRESS: 'disabled:', DBUS_SYSTEM_BUS_ADDRESS: 'disabled:' };
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
