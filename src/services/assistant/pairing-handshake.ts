import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ASSISTANT_PROTOCOL,
  type AssistantInfo,
  type AssistantReply,
  type AssistantRequest,
  type RequestOf,
} from '#protocol/assistant.ts';
import { hashSecret, proofOfHash } from '#protocol/assistant-pairing.ts';
import { createNonce, type PairingKeeper } from './own-pairing.ts';

export interface PairingOptions {
  readonly keeper: PairingKeeper;
  /**
   * A ticket of the server for its user, which an assistant accepts that was started together with it; null if it gives
   * none.
   */
  readonly ticket: (signal: AbortSignal) => Promise<string | null>;
  /** The display name of this browser, shown by the assistant. At most 60 characters. */
  readonly browser: string;
}

/** Sends a request on a connection, and waits for its answer. */
export type Ask = (request: AssistantRequest) => Promise<Result<AssistantReply>>;

export interface Welcome {
  readonly info: AssistantInfo;
  /** False while the assistant answers only pairing requests. */
  readonly granted: boolean;
}

/**
 * Sends hello and the pairing, or gets one with the server's ticket. Problems: `assistant.notOurs` (another program,
 * including one that only claims to be the assistant), `assistant.badMessage` (another version).
 */
export async function shakeHands(ask: Ask, options: PairingOptions, signal: AbortSignal): Promise<Result<Welcome>> {
  const { pairing } = await options.keeper.load();
  const nonce = createNonce();
  const claim = pairing === null ? {} : { pairing: { id: pairing.id, nonce } };
  const hello = await ask({ fun: 'hello', data: { protocol: ASSISTANT_PROTOCOL, ...claim } });
  const wrong = handshakeProblem(hello);
  if (wrong !== null) return err(wrong);
  if (!hello.ok || !hello.value.ok || hello.value.fun !== 'hello') return err(problem('assistant.notOurs'));
  const info = hello.value.data;
  if (info.access === undefined || info.access === 'open') return ok({ info, granted: true });
  if (info.access === 'known' && pairing !== null) {
    // The secret is only sent to an assistant that has its hash.
    if (info.proof !== proofOfHash(hashSecret(pairing.secret), nonce)) return err(problem('assistant.notOurs'));
    const shown = await ask({ fun: 'identify', data: pairing });
    if (shown.ok && shown.value.ok) return ok({ info, granted: true });
  }
  const ticket = await options.ticket(signal);
  const paired = ticket === null ? null : await pairBy(ask, options, { ticket });
  return ok({ info, granted: paired?.ok === true });
}

/** Gets a secret and stores it. Problems: `assistant.wrongCode`, `assistant.noCode`, and those of any request. */
export async function pairBy(
  ask: Ask,
  { keeper, browser }: PairingOptions,
  by: RequestOf<'pair'>['by'],
): Promise<Result<null>> {
  const { client } = await keeper.load();
  const reply = await ask({ fun: 'pair', data: { by, client, browser } });
  if (!reply.ok) return reply;
  if (!reply.value.ok) return err(reply.value.data.problem);
  if (reply.value.fun !== 'pair') return err(problem('assistant.badMessage'));
  await keeper.save({ client, pairing: reply.value.data });
  return ok(null);
}

/** The problem with the answer to the handshake; null when there is none. */
function handshakeProblem(hello: Result<AssistantReply>): Problem | null {
  if (!hello.ok) {
    // Another program doesn't answer an unknown message.
    return hello.error.code === 'assistant.timeout' || hello.error.code === 'assistant.wentAway'
      ? problem('assistant.notOurs')
      : hello.error;
  }
  if (hello.value.fun !== 'hello' || !hello.value.ok) return problem('assistant.notOurs');
  return hello.value.data.protocol === ASSISTANT_PROTOCOL ? null : problem('assistant.badMessage');
}
