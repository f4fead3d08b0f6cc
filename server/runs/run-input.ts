import { Type, type TSchema } from 'typebox';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { DEFAULT_MIN_GRADE, GRADES, type Grade } from '#model/symbology/read/grade.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import { MAX_ADDRESS_LENGTH, RUN_FORMATS, type RunFormat } from '#protocol/api.ts';
import type { Shape } from '#protocol/api/call.ts';
import { MAX_DPI, MIN_DPI } from '#protocol/printer-setup.ts';
import { FILTER_TESTS, type FilterTest } from '#protocol/table-query.ts';
import { PRIORITIES, type Priority, type KeptRunSettings } from './run-settings.ts';
import type { Webhook } from './webhook.ts';
import { MAX_CELL_TEXT, MAX_COLUMN_NAME, ROW_LIMITS } from './rows-file.ts';

const cell = Type.Union([Type.String({ maxLength: MAX_CELL_TEXT }), Type.Number(), Type.Boolean(), Type.Null()]);
const row = Type.Record(Type.String({ maxLength: MAX_COLUMN_NAME }), cell);
export const runRows: TSchema = Type.Array(row, {
  minItems: 1,
  maxItems: ROW_LIMITS.rows,
  description:
    `Each distinct name in the rows is a column: at most ${ROW_LIMITS.columns.toLocaleString('en')}. ` +
    `Rows times columns may be at most ${ROW_LIMITS.cells.toLocaleString('en')} cells.`,
});
const dpi = Type.Optional(Type.Integer({ minimum: MIN_DPI, maximum: MAX_DPI }));
const texts = Type.Optional(Type.Record(Type.String({ maxLength: 500 }), Type.String({ maxLength: 20_000 })));
const id = Type.String({ minLength: 1, maxLength: 64 });
const strict = { additionalProperties: false };
const priority = Type.Optional(Type.Enum([...PRIORITIES]));
const where = Type.Optional(
  Type.Array(
    Type.Object(
      {
        column: Type.String({ maxLength: 500 }),
        test: Type.Enum([...FILTER_TESTS]),
        value: Type.Optional(Type.String({ maxLength: 1000 })),
      },
      strict,
    ),
    { maxItems: 50 },
  ),
);
const language = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));
const webhook = Type.Optional(
  Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH }),
      // 24 to 64 bytes in base64.
      secret: Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$' }),
    },
    strict,
  ),
);

type Row = Readonly<Record<string, string | number | boolean | null>>;

export interface PreviewInput {
  readonly version?: number;
  readonly row?: Row;
  readonly format?: 'png' | 'pdf' | 'svg';
  readonly texts?: Readonly<Record<string, string>>;
  readonly language?: string;
  readonly dpi?: number;
}

/** The labels to reprint; all where both are absent. */
export interface ReprintInput {
  /** As 3-5, 9, counted from 1 as in the report. */
  readonly labels?: string;
  readonly pages?: string;
  readonly priority?: Priority;
  readonly webhook?: Webhook;
}

/** The kinds of sources of rows. */
export const ROW_WAYS = ['rows', 'csv', 'file', 'spreadsheet', 'url', 'query'] as const;

/** Input of a run. Rows come from one of these sources; a template without columns needs none. */
export interface RunInput {
  readonly template: string;
  readonly version?: number;
  readonly rows?: readonly Row[];
  readonly csv?: string;
  /** A spreadsheet in base64; its name ends in .xlsx, .ods, .xls or .csv. */
  readonly file?: { readonly name: string; readonly base64: string };
  /** A spreadsheet of the account's cloud data. */
  readonly spreadsheet?: string;
  /** The address of a spreadsheet on the web. */
  readonly url?: string;
  /** A saved query; missing parameters have their defaults. */
  readonly query?: { readonly id: string; readonly parameters?: Readonly<Record<string, string>> };
  /** A zip file in base64, with the pictures that rows name. */
  readonly pictures?: { readonly name: string; readonly base64: string };
  readonly sheet?: string;
  /** As 2-10, 15; all when absent. */
  readonly choose?: string;
  /** Conditions that rows must all meet, as in the table of rows. */
  readonly where?: readonly { readonly column: string; readonly test: FilterTest; readonly value?: string }[];
  readonly count?: number;
  /** The language of the texts, by its tag or name; the label's choice when absent. */
  readonly language?: string;
  /** File format of the output; absent for a printer. */
  readonly format?: RunFormat;
  /** The id of a printer, in place of a format. */
  readonly printer?: string;
  readonly dpi?: number;
  /** Fill-in fields, by the names in the template's description. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly copies?: number;
  readonly copies_column?: string;
  readonly minimum_grade?: Grade;
  readonly allow_overflow?: boolean;
  /** Among the runs of the account. */
  readonly priority?: Priority;
  /** Called when the run has ended, signed as Standard Webhooks specifies. */
  readonly webhook?: Webhook;
}

/** Input of a fit proof. Without rows, it is about the values that the texts declare. */
export type FitProofInput = Pick<
  RunInput,
  (typeof ROW_WAYS)[number] | 'version' | 'sheet' | 'choose' | 'where' | 'count' | 'language' | 'dpi' | 'texts'
>;

export const previewInput: Shape<PreviewInput> = Type.Unsafe<PreviewInput>(
  Type.Object(
    {
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      row: Type.Optional(row),
      format: Type.Optional(Type.Enum(['png', 'pdf', 'svg'])),
      dpi,
      texts,
      language,
    },
    strict,
  ),
);

/** Where the rows come from, and which of them. */
const rowChoice = {
  rows: Type.Optional(runRows),
  csv: Type.Optional(Type.String({ minLength: 1 })),
  file: Type.Optional(
    Type.Object(
      {
        name: Type.String({ pattern: '^[^/\\\\]{1,100}\\.(xlsx|ods|xls|csv)$' }),
        base64: Type.String({ minLength: 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
      },
      strict,
    ),
  ),
  spreadsheet: Type.Optional(id),
  url: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ADDRESS_LENGTH })),
  query: Type.Optional(Type.Object({ id, parameters: texts }, strict)),
  sheet: Type.Optional(Type.String({ maxLength: 100 })),
  choose: Type.Optional(Type.String({ maxLength: 10_000 })),
  where,
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  language,
};

export const runInput: Shape<RunInput> = Type.Unsafe<RunInput>(
  Type.Object(
    {
      template: id,
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      ...rowChoice,
      pictures: Type.Optional(
        Type.Object(
          {
            name: Type.String({ pattern: '^[^/\\\\]{1,100}\\.[zZ][iI][pP]$' }),
            base64: Type.String({ minLength: 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
          },
          {
            ...strict,
            description:
              'A zip file with the pictures that rows name, for images that have a picture of their own in each row.',
          },
        ),
      ),
      format: Type.Optional(Type.Enum([...RUN_FORMATS])),
      printer: Type.Optional(id),
      dpi,
      texts,
      copies: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_COPIES })),
      copies_column: Type.Optional(Type.String({ maxLength: 500 })),
      minimum_grade: Type.Optional(Type.Enum([...GRADES])),
      allow_overflow: Type.Optional(Type.Boolean()),
      priority,
      webhook,
    },
    strict,
  ),
);

export const fitProofInput: Shape<FitProofInput> = Type.Unsafe<FitProofInput>(
  Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })), ...rowChoice, dpi, texts }, strict),
);

const chosen = Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 }));
export const reprintInput: Shape<ReprintInput> = Type.Unsafe<ReprintInput>(
  Type.Object({ labels: chosen, pages: chosen, priority, webhook }, strict),
);

/** The output of the pages: files of a format, or a printer at one of its resolutions. */
export type RunTarget = Pick<KeptRunSettings, 'format' | 'dpi' | 'printer'>;

export function settingsOf(
  input: Omit<RunInput, 'template' | 'format' | 'printer' | 'dpi'>,
  target: RunTarget,
  now: number,
): Omit<KeptRunSettings, 'source' | 'fonts'> {
  return {
    ...target,
    copies: input.copies ?? 1,
    copiesColumn: input.copies_column ?? null,
    ...(input.language === undefined ? {} : { language: input.language }),
    minGrade: input.minimum_grade ?? DEFAULT_MIN_GRADE,
    overflow: input.allow_overflow === true ? 'allow' : 'refuse',
    rows: input.choose ?? null,
    ...(input.where === undefined ? {} : { where: input.where.map((one) => ({ value: '', ...one })) }),
    sheet: input.sheet ?? null,
    count: input.count ?? null,
    texts: input.texts ?? null,
    time: localTimeAt(new Date(now)),
    preview: false,
  };
}
