import { Type, type TSchema } from 'typebox';
import { ALPHABETS } from '#model/elements/text/declared-values.ts';
import { FIT_DOUBTS } from '#model/page/fit-proof.ts';
import { PRINTER_FAULTS } from '#protocol/printer-info.ts';
import { RUN_FORMATS } from '#protocol/api.ts';
import { PRIORITIES, REPORTED_STATES } from '../runs/run-settings.ts';
import { RUN_ATTEMPT_OUTCOMES, ATTEMPT_STEPS } from '../runs/attempts.ts';
import { PRINTING_STATES } from '../runs/printing-info.ts';

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
  state: Type.Enum([...REPORTED_STATES]),
  template: Type.String(),
  version: Type.Integer(),
  format: Type.Enum([...RUN_FORMATS]),
  labels: Type.Integer({ description: '0 until the rows are read.' }),
  verified: Type.Integer(),
  refused: Type.Integer(),
  done: Type.Integer({ description: 'Labels that were made or refused so far, of `labels`.' }),
  pages: Type.Integer(),
  printer: orNull(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      state: Type.Enum([...PRINTING_STATES]),
      printed: Type.Integer({ description: 'Pages that the printer has.' }),
      in_doubt: Type.Integer({
        description:
          'Pages of which it is unknown whether they were printed. They are not printed again unless that is decided.',
      }),
      problem: orNull(Type.Object({ ...named })),
    }),
  ),
  bytes: Type.Integer({ description: 'Of what was made so far.' }),
  render_seconds: Type.Number({ description: 'What workers have spent on its labels.' }),
  priority: Type.Enum([...PRIORITIES]),
  reprint_of: orNull(Type.String({ description: 'The run whose labels it prints again.' })),
  webhook: orNull(Type.Enum(['waiting', 'delivered', 'failed'])),
  problem: orNull(Type.Object({ ...named, field: orNull(Type.String()) })),
  created: time,
  finished: orNull(time),
});

export const runsAnswer: TSchema = Type.Object({ items: list(runAnswer) });

export const doubtsAnswer: TSchema = Type.Object({
  items: list(
    Type.Object({
      page: Type.Integer(),
      state: Type.Enum(['unanswered', 'doubt']),
      assistant: orNull(
        Type.String({ description: 'The one that was given the page; null for one that was removed.' }),
      ),
    }),
  ),
});

export const printersAnswer: TSchema = Type.Object({
  items: list(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      state: Type.Enum(['idle', 'processing', 'stopped', 'unreachable', 'offline']),
      faults: list(Type.Enum([...PRINTER_FAULTS])),
      resolutions: list(Type.Number({ description: 'In dpi; none where it prints at any.' })),
      model: orNull(Type.String()),
      runs: Type.Integer({ description: 'Runs that wait for it or are being printed.' }),
      assistants: list(Type.Object({ name: Type.String(), online: Type.Boolean() })),
    }),
  ),
});

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
    languages: list(Type.String()),
  }),
  versions: list(Type.Object({ version: Type.Integer(), name: Type.String(), remark: Type.String(), saved: time })),
});

export const fitProofAnswer: TSchema = Type.Object({
  template: Type.String(),
  version: Type.Integer(),
  dpi: Type.Integer(),
  rows: Type.Integer({ description: 'Rows whose values were read.' }),
  texts: list(
    Type.Object({
      element: Type.String({ description: 'The name of the text.' }),
      columns: list(Type.String()),
      outcome: Type.Enum(['proven', 'fails', 'unknown'], {
        description:
          '`proven`: all values of up to `fits_up_to` characters fit, and the data and the declaration have no longer one. ' +
          '`fails`: a text does not fit. `unknown`: nothing is proven.',
      }),
      fits_up_to: orNull(
        Type.Integer({ description: 'Of a text with several sources, the length of each of their values.' }),
      ),
      alphabet: Type.Enum([...Object.keys(ALPHABETS), 'observed'], {
        description: '`observed`: only the characters of the rows.',
      }),
      characters: Type.String({ description: 'All characters of the alphabet.' }),
      exceeds_declared: Type.Boolean({
        description: 'Whether a row has a longer value or other characters than the text declares.',
      }),
      failing_text: orNull(Type.String({ description: 'The whole text, with prefix and suffix.' })),
      is_shortest: Type.Boolean({ description: 'Whether every shorter text fits.' }),
      reason: orNull(
        Type.Enum([...FIT_DOUBTS], {
          description:
            'Why nothing is proven. `values`: there are none. `script`: widths depend on more than pairs of letters. ' +
            '`style`: letter spacing or vertical lines. `edge`: the box is too close to the edge of the label. ' +
            '`lines`: it depends on where the lines break. `pushed`: texts above may move it down.',
        }),
      ),
    }),
  ),
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
        step: Type.Enum([...ATTEMPT_STEPS]),
        round: Type.Integer({ description: '2 and more where refused labels have moved those behind them.' }),
        first_label: orNull(Type.Integer({ description: 'Of a chunk, counted from 1.' })),
        attempt: Type.Integer({ description: 'Above 1 it was begun once more.' }),
        worker: orNull(Type.String()),
        started: time,
        ended: orNull(time),
        outcome: orNull(Type.Enum([...RUN_ATTEMPT_OUTCOMES])),
        why: orNull(Type.Object(named)),
      },
      { description: 'Each time that a worker began a step of the run, and why it brought no result.' },
    ),
  ),
});

const firingAnswer: TSchema = Type.Object({
  cause: Type.Enum(['due', 'now', 'trigger']),
  due: time,
  fired: time,
  missed: Type.Integer({ description: 'How many more of its times had passed, while no server was there.' }),
  tries: Type.Integer({ description: 'How often it was tried.' }),
  run: orNull(Type.String()),
  outcome: Type.Enum(['started', 'done', 'cancelled', 'failed']),
  problem: orNull(Type.Object(named)),
});

const scheduleFields = {
  id: Type.String(),
  name: Type.String(),
  state: Type.Enum(['on', 'paused', 'stopped']),
  template: Type.String(),
  format: orNull(Type.Enum([...RUN_FORMATS])),
  printer: orNull(Type.String({ description: 'The id of a printer, in place of a format.' })),
  cron: orNull(Type.String()),
  zone: Type.String(),
  next: orNull(time),
  retry: Type.Boolean({ description: 'Whether a time that failed is tried again then, before the next one.' }),
  trigger: Type.Enum(['none', 'open', 'signed']),
  failures: Type.Integer({ description: 'In a row: after five it is stopped.' }),
  last: orNull(firingAnswer),
  created: time,
};

export const scheduleAnswer: TSchema = Type.Object(scheduleFields);
export const addedScheduleAnswer: TSchema = Type.Object({
  ...scheduleFields,
  trigger_path: Type.Optional(Type.String({ description: 'Shown only once.' })),
  signing_key: Type.Optional(Type.String({ description: 'Shown only once: `whsec_` and base64.' })),
});
export const shownScheduleAnswer: TSchema = Type.Object({ ...scheduleFields, run: Type.Object({}) });
export const schedulesAnswer: TSchema = Type.Object({ items: list(scheduleAnswer) });
export const historyAnswer: TSchema = Type.Object({
  id: Type.String(),
  template: Type.String(),
  items: list(firingAnswer),
});
