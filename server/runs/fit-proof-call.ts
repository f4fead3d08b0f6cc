import { Compile } from 'typebox/compile';
import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import type { FitProof } from '#model/page/fit-proof.ts';
import { ok } from '#model/kernel/result.ts';
import type { V1Handler } from '../api-v1/context.ts';
import { sendRefused } from '../api-v1/problem-answer.ts';
import { invalid } from '../core/api-error.ts';
import type { QueryServices } from '../connections/query-runner.ts';
import type { CoreServices } from '../core/services.ts';
import { answerWithRun } from './answering-run.ts';
import { bytesOf, readRowsRequest, SMALL_BYTES, type RunBodyReader } from './run-body-reader.ts';
import { readBlob, runFilesOf } from './run-files.ts';
import { fitProofInput, settingsOf } from './run-input.ts';
import { rowsOf } from './run-rows.ts';
import { RUN_LIMITS } from './run-settings.ts';
import { startFault, type StartRunServices } from './start-run.ts';

const FIT_PROOF = Compile(fitProofInput);

/** What a worker has proven about the texts of a template, as it is stored until the answer. */
export interface ProvenTexts {
  /** Number of rows whose values were observed. */
  readonly rows: number;
  readonly texts: readonly ProvenText[];
}

/** A proof with the headings of the columns in its text. */
export interface ProvenText {
  readonly columns: readonly string[];
  readonly proof: FitProof;
}

/** Takes the raw body: it may be large. */
export function createFitProof(
  read: RunBodyReader,
): V1Handler<StartRunServices & Pick<CoreServices, 'files' | 'net'> & QueryServices> {
  return async (context) => {
    const { services, user, request, reply, language, param } = context;
    const large = bytesOf(request).length > SMALL_BYTES;
    const full = large ? await startFault(services, user.id, null, RUN_LIMITS) : null;
    if (full !== null) return sendRefused(reply, language, full);
    const given = await readRowsRequest(read, FIT_PROOF, context);
    if (!given.ok) return given.error();
    const { body, rows, pictures, disconnected } = given.value;
    if (pictures !== null) {
      return sendRefused(reply, language, invalid('pictures', 'request.invalid', { field: 'pictures' }));
    }
    const dpi = body.dpi ?? DEFAULT_DPI;
    const asked = {
      templateId: param('id'),
      version: body.version ?? null,
      // A proof has no pages: the format is not used.
      settings: { ...settingsOf(body, { format: 'png', dpi }, services.now()), proof: true },
      rows: async () => (rows === null ? rowsOf({ services, user, disconnected }, body) : ok(rows)),
    };
    return answerWithRun(context, asked, async (run) => {
      const [file] = await runFilesOf(services.db, run.id, 'proof');
      if (file === undefined) throw new Error(`run ${run.id} has no proof`);
      const proven = JSON.parse((await readBlob(services.blobs, file.key)).toString()) as ProvenTexts;
      const { template_id: template, template_revision: version } = run;
      return () => reply.send({ template, version, dpi, rows: proven.rows, texts: proven.texts.map(textAnswer) });
    });
  };
}

function textAnswer({ columns, proof }: ProvenText): object {
  return {
    element: proof.elementName,
    columns,
    outcome: proof.outcome,
    fits_up_to: proof.outcome === 'unknown' ? null : proof.fitsUpTo,
    alphabet: proof.alphabet,
    characters: proof.characters,
    exceeds_declared: proof.isExceeded,
    failing_text: proof.outcome === 'fails' ? proof.value : null,
    is_shortest: proof.outcome === 'fails' && proof.isShortest,
    reason: proof.outcome === 'unknown' ? proof.doubt : null,
  };
}
