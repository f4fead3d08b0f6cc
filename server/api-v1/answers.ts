import { Type, type TSchema } from 'typebox';
import { TRY_OUTCOMES, TRY_STEPS } from '../runs/tries.ts';
import { RUN_FORMATS, RUN_STATES } from '../runs/run-settings.ts';

const time = Type.String({ format: 'date-time' });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const list = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Array(schema);

const named = { code: Type.String({ description: 'The name of the problem.' }), detail: Type.String() };

export const problemAnswer: TSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  ...named,
  errors: Type.Optional(
    list(Type.Object({ ...named, row: Type.Optional(Type.Integer()), field: Type.Optional(Type.String()) })),
  ),
});

export const runAnswer: TSchema = Type.Object({
  id: Type.String(),
  state: Type.Enum([...RUN_STATES]),
  template: Type.String(),
  version: Type.Integer(),
  format: Type.Enum([...RUN_FORMATS]),
  labels: Type.Integer({ description: '0 until the rows are read.' }),
  verified: Type.Integer(),
  refused: Type.Integer(),
  pages: Type.Integer(),
  webhook: orNull(Type.Enum(['waiting', 'delivered', 'failed'])),
  problem: orNull(Type.Object({ ...named, field: orNull(Type.String()) })),
  created: time,
  finished: orNull(time),
});

export const runsAnswer: TSchema = Type.Object({ items: list(runAnswer) });

const templateFields = {
  id: Type.String(),
  name: Type.String(),
  width_mm: Type.Number(),
  height_mm: Type.Number(),
  version: Type.Integer(),
};

export const templatesAnswer: TSchema = Type.Object({
  items: list(Type.Object({ ...templateFields, updated: time })),
  count: Type.Integer(),
});

export const templateAnswer: TSchema = Type.Object({
  ...templateFields,
  fields: Type.Object({
    tables: list(Type.Object({ file: Type.String(), sheet: orNull(Type.String()), columns: list(Type.String()) })),
    blanks: list(Type.Object({ name: Type.String(), text: Type.String() })),
    sequences: list(Type.Object({ element: Type.String() })),
  }),
  versions: list(Type.Object({ version: Type.Integer(), name: Type.String(), remark: Type.String(), saved: time })),
});

export const reportAnswer: TSchema = Type.Object({
  run: runAnswer,
  labels: list(
    Type.Object({
      row: Type.Integer(),
      page: orNull(Type.Integer()),
      verified: Type.Boolean(),
      errors: list(Type.Object({ ...named, field: Type.String() })),
      symbols: list(Type.Object({})),
    }),
  ),
  tries: list(
    Type.Object(
      {
        step: Type.Enum([...TRY_STEPS]),
        round: Type.Integer({ description: '2 and more where refused labels have moved those behind them.' }),
        first_label: orNull(Type.Integer({ description: 'Of a chunk, counted from 1.' })),
        attempt: Type.Integer({ description: 'Above 1 it was begun once more.' }),
        worker: orNull(Type.String()),
        started: time,
        ended: orNull(time),
        outcome: orNull(Type.Enum([...TRY_OUTCOMES])),
        why: orNull(Type.Object(named)),
      },
      { description: 'Each time that a worker began a step of the run, and why it brought no result.' },
    ),
  ),
});
