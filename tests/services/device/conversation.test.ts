import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ESCPOS_STATUS } from '#printing/status/escpos-status.ts';
import type { StatusQuestion } from '#printing/status/answer-reader.ts';
import { ZPL_STATUS } from '#printing/status/zpl-status.ts';
import { Conversation, type Asked } from '#services/device/conversation.ts';
import { hostStatus } from '#tests/support/host-status.ts';

const FIRST_MS = 100;
const LATER_MS = 1_000;
const READY = hostStatus();
const PAPER_OUT = hostStatus({ paper: 1 });
const IS_READY = { type: 'faults', faults: [] };
const IS_OUT = { type: 'faults', faults: ['paperOut'] };
const NEVER = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Printer {
  questions: number;
  /** Fate of the next query. */
  takes(): Promise<boolean>;
  say(...pieces: (Uint8Array | null)[]): void;
  /** Number of unread chunks. */
  unheard(): number;
  readonly conversation: Conversation;
  ask(signal?: AbortSignal): Promise<Asked>;
}

/** A printer whose every byte the test sends. */
function createPrinter(question: StatusQuestion = ZPL_STATUS): Printer {
  const heard: (Uint8Array | null)[] = [];
  let wake: () => void = () => undefined;
  const printer: Printer = {
    questions: 0,
    takes: () => Promise.resolve(true),
    unheard: () => heard.length,
    say(...pieces) {
      heard.push(...pieces);
      wake();
    },
    conversation: new Conversation(
      {
        send() {
          printer.questions++;
          return printer.takes();
        },
        async hear() {
          while (heard.length === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          return heard.shift() ?? null;
        },
      },
      question,
      { firstMs: FIRST_MS, laterMs: LATER_MS },
    ),
    ask: (signal = NEVER) => printer.conversation.ask(signal),
  };
  return printer;
}

/** Advances the time, with all its events. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('querying a printer on an open connection', () => {
  test('reads an answer in chunks, with other bytes around', async () => {
    const printer = createPrinter();
    const asked = printer.ask();
    await pass(1);
    printer.say(Uint8Array.of(0, 255, 2, 48), PAPER_OUT.subarray(0, 30));
    await pass(FIRST_MS - 10);
    printer.say(PAPER_OUT.subarray(30), Uint8Array.of(13, 10));
    await pass(0);
    expect(await asked).toEqual(IS_OUT);
  });

  test('a query ends at its timeout, and a later answer is not taken for that to the next query', async () => {
    const printer = createPrinter();
    const asked = printer.ask();
    await pass(FIRST_MS);
    expect(await asked).toEqual({ type: 'noResponse' });
    printer.say(PAPER_OUT);
    await pass(0);
    const again = printer.ask();
    await pass(0);
    printer.say(READY);
    await pass(0);
    expect(await again).toEqual(IS_READY);
    expect(printer.questions).toBe(2);
  });

  test.each([
    ['~HS', ZPL_STATUS, PAPER_OUT, READY, 40],
    ['DLE EOT', ESCPOS_STATUS, Uint8Array.of(0x1e, 0x32, 0x72), Uint8Array.of(0x16, 0x12, 0x12), 2],
  ] as const)(
    '%s: an answer of which the rest comes behind the next question is not that to the next',
    async (_, question, late, own, cut) => {
      const printer = createPrinter(question);
      const asked = printer.ask();
      await pass(FIRST_MS - 1);
      printer.say(late.subarray(0, cut));
      await pass(1);
      expect(await asked).toEqual({ type: 'noResponse' });
      const again = printer.ask();
      await pass(10);
      printer.say(late.subarray(cut));
      await pass(10);
      printer.say(own);
      await pass(0);
      expect(await again).toEqual(IS_READY);
    },
  );

  test('after a lost query the next answer is ambiguous, and that to the query after it counts', async () => {
    const printer = createPrinter();
    const lost = printer.ask();
    await pass(FIRST_MS);
    expect(await lost).toEqual({ type: 'noResponse' });
    const unsure = printer.ask();
    await pass(0);
    printer.say(PAPER_OUT);
    await pass(FIRST_MS);
    expect(await unsure).toEqual({ type: 'noResponse' });
    const sure = printer.ask();
    await pass(0);
    printer.say(READY);
    await pass(0);
    expect(await sure).toEqual(IS_READY);
  });

  test('a printer that answered before has a longer timeout, and then counts as offline', async () => {
    const printer = createPrinter();
    const first = printer.ask();
    await pass(0);
    printer.say(READY);
    await pass(0);
    expect(await first).toEqual(IS_READY);
    const slow = printer.ask();
    await pass(LATER_MS - 1);
    printer.say(PAPER_OUT);
    await pass(0);
    expect(await slow).toEqual(IS_OUT);
    const none = printer.ask();
    await pass(LATER_MS);
    expect(await none).toEqual({ type: 'away' });
  });

  test('a query that the printer does not accept is not sent twice, and its time begins when it is accepted', async () => {
    const printer = createPrinter();
    const taken = Promise.withResolvers<boolean>();
    printer.takes = () => taken.promise;
    const abort = new AbortController();
    const given = printer.ask(abort.signal);
    await pass(10 * LATER_MS);
    expect(printer.conversation.isSending).toBe(true);
    abort.abort();
    expect(await given).toEqual({ type: 'noResponse' });
    const again = printer.ask();
    await pass(10 * LATER_MS);
    taken.resolve(true);
    await pass(FIRST_MS - 1);
    printer.say(READY);
    await pass(0);
    expect(await again).toEqual(IS_READY);
    expect([printer.questions, printer.conversation.isSending]).toEqual([1, false]);
  });

  test('a connection without answers times out at once, and is broken when it accepts nothing either', async () => {
    const printer = createPrinter();
    const asked = printer.ask();
    await pass(0);
    printer.say(null);
    await pass(0);
    expect(await asked).toEqual({ type: 'noResponse' });
    expect(await printer.ask()).toEqual({ type: 'noResponse' });
    printer.takes = () => Promise.resolve(false);
    expect(await printer.ask()).toEqual({ type: 'broken' });
  });

  test('a connection that keeps sending empty answers is not read all the time', async () => {
    const printer = createPrinter();
    const asked = printer.ask();
    printer.say(...Array.from({ length: 50 }, () => new Uint8Array(0)));
    await pass(FIRST_MS);
    expect(await asked).toEqual({ type: 'noResponse' });
    expect(printer.unheard()).toBeGreaterThan(45);
  });

  test('a query that is canceled before is not sent', async () => {
    const printer = createPrinter();
    expect(await printer.ask(AbortSignal.abort())).toEqual({ type: 'noResponse' });
    expect(printer.questions).toBe(0);
  });
});
