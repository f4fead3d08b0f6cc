import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import {
  ASSISTANT_FUNCTIONS,
  CLIENT_PREFIX,
  decodeReply,
  decodeRequest,
  encodeReply,
  encodeRequest,
  rangesContain,
  toRanges,
} from '#protocol/assistant.ts';
import { createOutputPage } from './create-page.ts';

describe('the protocol of the assistant', () => {
  test('requests survive encoding and decoding unchanged', () => {
    for (const request of [
      { fun: 'hello', data: { protocol: 1 } },
      { fun: 'getComputerPrinters', data: { detail: true } },
      { fun: 'outputPrintting', data: createOutputPage({ sequence: 7 }) },
      { fun: 'cancelJob', data: { jobId: 'a-b_c9' } },
    ] as const) {
      expect(decodeRequest(encodeRequest(request))).toEqual({ ok: true, value: request });
    }
  });

  test('a limit has its own name for clients that know it, and is "too much" for others', () => {
    const data = { problem: problem('assistant.pagesWaiting', { most: 7 }), message: '', jobId: 'a' };
    const failure = { fun: 'outputPrintting', ok: false, data } as const;
    expect(JSON.parse(encodeReply(failure))).toMatchObject({
      code: 429,
      data: { problem: { code: 'assistant.tooMany', params: { most: 7, limit: 'assistant.pagesWaiting' } } },
    });
    expect(decodeReply(encodeReply(failure))).toEqual({ ok: true, value: failure });
    const unknown = { ...data, problem: problem('assistant.tooMany', { limit: 'assistant.ofLater' }) };
    expect(decodeReply(encodeReply({ ...failure, data: unknown }))).toMatchObject({
      value: { data: { problem: { code: 'assistant.tooMany' } } },
    });
  });

  test('accepts the frames of the specification', () => {
    expect(decodeRequest('hmarkwebclient {"fun":"getComputerPrinters"}')).toEqual({
      ok: true,
      value: { fun: 'getComputerPrinters', data: { detail: false } },
    });
  });

  test.each([
    ['no client name', '{"fun":"hello","data":{"protocol":1}}'],
    ['cut short', 'hmarkwebclient {"fun":"hello"'],
    ['a list', 'hmarkwebclient []'],
    ['an unknown function', 'hmarkwebclient {"fun":"runProgram","data":{}}'],
    ['a function of every object', 'hmarkwebclient {"fun":"constructor","data":{}}'],
    ['a job id that leads elsewhere', 'hmarkwebclient {"fun":"jobStatus","data":{"jobId":"../../etc/passwd"}}'],
    ['half a page', `hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data: { jobId: 'a' } })}`],
    [
      'a sequence of 0',
      `hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data: createOutputPage({ sequence: 0 }) })}`,
    ],
    [
      'no copies',
      `hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data: createOutputPage({ sequence: 1, copies: 0 }) })}`,
    ],
  ])('refuses a request with %s', (_what, frame) => {
    expect(decodeRequest(frame)).toMatchObject({ ok: false, error: { code: 'assistant.badMessage' } });
  });

  test('no frame throws', () => {
    const fun = fc.oneof(fc.constantFrom(...ASSISTANT_FUNCTIONS), fc.string());
    const message = fc.record({ fun, code: fc.anything(), data: fc.anything() }, { requiredKeys: [] });
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      message.map((value) => safeJson(value)),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (frame, prefixed) => {
        for (const result of [decodeRequest(prefixed ? CLIENT_PREFIX + frame : frame), decodeReply(frame)]) {
          if (!result.ok) expect(result.error.code).toBe('assistant.badMessage');
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a changed page is either rejected or still a page', () => {
    const page: Record<string, unknown> = { ...createOutputPage({ sequence: 3, image: 'AAAA' }) };
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(page)), fc.anything(), (field, value) => {
        const result = decodeRequest(
          CLIENT_PREFIX + safeJson({ fun: 'outputPrintting', data: { ...page, [field]: value } }),
        );
        if (!result.ok || result.value.fun !== 'outputPrintting') return;
        expect(result.value.data.jobId).toMatch(/^[\w-]+$/);
        expect(Number.isInteger(result.value.data.sequence)).toBe(true);
        expect(result.value.data.copies).toBeGreaterThanOrEqual(1);
        expect(result.value.data.widthMm).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  test('a failure keeps its problem and its page', () => {
    const failure = {
      fun: 'outputPrintting',
      ok: false,
      data: {
        problem: { code: 'assistant.mediaUnsupported', params: { printer: 'A', widthMm: 120 } },
        message: 'too wide',
        jobId: 'j',
        sequence: 4,
      },
    } as const;
    const frame = encodeReply(failure);
    expect(JSON.parse(frame)).toMatchObject({ code: 415 });
    expect(decodeReply(frame)).toEqual({ ok: true, value: failure });
  });

  test('ranges contain exactly the added numbers', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (sequences) => {
        const ranges = toRanges(sequences);
        for (let i = 0; i <= 61; i++) expect(rangesContain(ranges, i)).toBe(sequences.includes(i));
      }),
    );
  });
});

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '{';
  }
}
