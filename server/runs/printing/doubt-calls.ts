import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DOUBT_DECISIONS, type DoubtDecision, type PageInDoubt } from '#protocol/api.ts';
import type { Shape } from '#protocol/api/call.ts';
import { partsInDoubt } from './doubts.ts';
import { invalid } from '../../core/api-error.ts';
import { chosenPages } from '../reprint-run.ts';
import { findOwnRun } from '../runs.ts';
import { faultOf, note, type V1Handler } from '../../api-v1/context.ts';
import { decideDoubts } from './decide-doubts.ts';
import { sendRefused } from '../../api-v1/problem-answer.ts';
import { runInfo } from '../run-info.ts';
import type { CoreServices } from '../../core/services.ts';
import type { AddRunServices } from '../start-run.ts';

export interface DecisionInput {
  readonly decision: DoubtDecision;
  /** As `3-5, 9`; all unconfirmed pages when absent. */
  readonly pages?: string;
}

export const decisionInput: Shape<DecisionInput> = Type.Unsafe<DecisionInput>(
  Type.Object(
    {
      decision: Type.Enum([...DOUBT_DECISIONS]),
      pages: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
    },
    { additionalProperties: false },
  ),
);
const DECISION = Compile(decisionInput);

export const doubts: V1Handler<Pick<CoreServices, 'db' | 'now'>> = async ({
  services,
  user,
  reply,
  language,
  param,
}) => {
  const run = await findOwnRun(services, user.id, param('id'));
  if (!run.ok) return sendRefused(reply, language, run.error);
  const parts = partsInDoubt(services.db, run.value.id, services.now());
  return reply.type('application/json; charset=utf-8').send(Readable.from(doubtsText(parts)));
};

/** The list as JSON, piece by piece. */
async function* doubtsText(parts: AsyncIterable<readonly PageInDoubt[]>): AsyncGenerator<string> {
  let before = '{"items":[';
  for await (const pages of parts) {
    const items = pages.map(({ page, state, assistant }) =>
      JSON.stringify({ page, state, assistant: assistant === '' ? null : assistant }),
    );
    if (items.length === 0) continue;
    yield before + items.join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

export const decide: V1Handler<AddRunServices> = async (context) => {
  const { services, user, request, reply, language, param } = context;
  const body = request.body ?? {};
  if (!DECISION.Check(body)) return sendRefused(reply, language, faultOf(DECISION, body));
  const run = await findOwnRun(services, user.id, param('id'));
  if (!run.ok) return sendRefused(reply, language, run.error);
  const pages = body.pages === undefined ? null : chosenPages(body.pages, run.value.pages);
  if (pages !== null && !pages.ok) {
    return sendRefused(reply, language, invalid('pages', 'request.invalid', { field: 'pages' }));
  }
  const decided = await decideDoubts(services, user, run.value, body.decision, pages === null ? null : pages.value);
  if (!decided.ok) return sendRefused(reply, language, decided.error);
  if (decided.value.changed) await note(context, 'runDecided', { run: run.value.id });
  const after = await findOwnRun(services, user.id, run.value.id);
  return after.ok
    ? reply.send(await runInfo(services, after.value, language))
    : sendRefused(reply, language, after.error);
};
