import { useNavigate } from 'react-router-dom';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useSetRepeatedRun } from '#app/state/repeated-run.ts';
import { useServices } from '#app/state/services.tsx';
import { attributesOf } from '#app/state/template-attributes.ts';

/**
 * Opens the label of an earlier run, as it and its data are now, with the print dialog filled as for that run but for the
 * rows, which are written like `2-10, 15`. Problems: those of the server; `print.noTemplate`.
 */
export function useLabelWithRows(): (jobId: string, rows: string) => Promise<Result<null>> {
  const { api, runRecords } = useServices();
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();
  const setRepeated = useSetRepeatedRun();
  return async (jobId, text) => {
    // The server may not have been told of a run that has just been printed.
    await runRecords.tell();
    const record = await api.call('getPrintRecord', { job_id: jobId });
    if (!record.ok) return record;
    const { template, settings } = record.value;
    if (template === null) return err(problem('print.noTemplate'));
    setOpened(null);
    setRepeated({ ...record.value, settings: { ...settings, rows: { type: 'chosen', text } }, hasOwnRows: true });
    void navigate(editLabelPath(attributesOf(template), 'edit'));
    return ok(null);
  };
}
