import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ESCPOS_STATUS } from '#printing/status/escpos-status.ts';
import type { StatusQuestion } from '#printing/status/status-question.ts';
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
  /** What becomes of the next question. */
  takes(): Promise<boolean>;
  say(...pieces: (Uint8Array | null)[]): void;
  /** How many pieces wait to be heard. */
  unheard(): number;
  readonly conversation: Conversation;
  ask(signal?: AbortSignal): Promise<Asked>;
}

/** A printer whose every byte the test says. */
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

/** Lets so much time go by, and all that comes with it happen. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('asking a printer on an open line', () => {
  test('the answer comes in pieces, with other bytes around', async () => {
    const printer = createPrinter();
    const asked = printer.ask();
    await pass(1);
    printer.say(Uint8Array.of(0, 255, 2, 48), PAPER_OUT.subarray(0, 30));
    await pass(FIRST_MS - 10);
    printer.say(PAPER_OUT.subarray(30), Uint8Array.of(13, 10));
    await pass(0);
    expect(await asked).toEqual(IS_OUT);
  });

  test('silence ends after its time, and what is said then is no answer to what is asked later', async () => {
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

  test('where a question was lost, whose the next answer is stays open, and that to the one after it counts', async () => {
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

  test('one that has answered before has longer, and is away when it is silent then', async () => {
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

  test('a question that the printer does not take is not asked twice, and the time begins when it has it', async () => {
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

  test('a line that says nothing more is silent at once, and broken where it takes nothing either', async () => {
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

  test('one that says again and again that it says nothing is not listened to all the time', async () => {
    const printer = createPrinter();
    const asked = printer.ask();
    printer.say(...Array.from({ length: 50 }, () => new Uint8Array(0)));
    await pass(FIRST_MS);
    expect(await asked).toEqual({ type: 'noResponse' });
    expect(printer.unheard()).toBeGreaterThan(45);
  });

  test('no question leaves when it is stopped before', async () => {
    const printer = createPrinter();
    expect(await printer.ask(AbortSignal.abort())).toEqual({ type: 'noResponse' });
    expect(printer.questions).toBe(0);
  });
});
