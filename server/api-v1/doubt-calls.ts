import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DOUBT_DECISIONS, type DoubtDecision } from '#protocol/api.ts';
import type { Shape } from '#protocol/api/call.ts';
import { pagesInDoubt } from '../assistants/doubts.ts';
import { invalid } from '../outcomes/outcome.ts';
import { chosenPages } from '../runs/reprint-run.ts';
import { findOwnRun } from '../runs/runs.ts';
import { faultOf, note } from './asked.ts';
import type { V1Handler } from './context.ts';
import { decideDoubts } from './decide-doubts.ts';
import { sendRefused } from './problem-answer.ts';
import { runInfo } from './run-info.ts';

export interface DecisionInput {
  readonly decision: DoubtDecision;
  /** As `3-5, 9`; all that are in doubt when left out. */
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

export const doubts: V1Handler = async ({ services, user, reply, language, param }) => {
  const run = await findOwnRun(services, user.id, param('id'));
  if (!run.ok) return sendRefused(reply, language, run.error);
  const items = await pagesInDoubt(services.db, run.value.id, services.now());
  return reply.send({
    items: items.map(({ page, state, assistant }) => ({ page, state, assistant: assistant === '' ? null : assistant })),
  });
};

export const decide: V1Handler = async (context) => {
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
