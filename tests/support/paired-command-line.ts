import { expect } from 'vitest';
import { pairingPath } from '#cli/assistant-paths.ts';
import { createPairingFile } from '#cli/printer-link.ts';
import { expectOk } from '#model/kernel/result.ts';
import { COMMAND_LINE_ORIGIN } from '#protocol/assistant-pairing.ts';
import type { WritingAssistant } from '#tests/assistant/assistant-process.ts';
import { createClient, createPairing, never, webSocketFrom } from '#tests/assistant/start-assistant.ts';

/**
 * Pairs the command line with the assistant: returns its environment, with its pairing in the folder `settings`. With `ca` (PEM) the
 * assistant uses TLS.
 */
export async function pairCommandLine(
  assistant: WritingAssistant,
  settings: string,
  ca?: string,
): Promise<Readonly<Record<string, string>>> {
  const known = { XDG_CONFIG_HOME: settings, ASSISTANT_PORT: String(assistant.port) };
  const keeper = createPairingFile(pairingPath(known, 'linux', assistant.port), (error) => expect.fail(String(error)));
  const socket = { WebSocket: webSocketFrom(COMMAND_LINE_ORIGIN, ca) };
  using client = createClient(assistant.port, { ...socket, pairing: createPairing({ keeper }) }, COMMAND_LINE_ORIGIN);
  const code = await nextCode(assistant, async () => void expectOk(await client.askForCode(never())));
  expectOk(await client.pair(code, never()));
  return known;
}

/** The code that the assistant shows on request. Its output comes later than its answer. */
export async function nextCode(assistant: WritingAssistant, ask: () => Promise<void>): Promise<string> {
  const codes = (): string[] => [...assistant.output().matchAll(/The code is (\d{6})/g)].map(([, code = '']) => code);
  const before = codes().length;
  await ask();
  await expect.poll(() => codes().length).toBeGreaterThan(before);
  return codes().at(-1) ?? '';
}
