import { expect, test } from 'vitest';
import { NO_CALIBRATION } from '#model/page/calibration.ts';
import { startPrintRun, type PrintPorts } from '#printing/run-print.ts';
import { KEPT_FORMAT, type KeptRun } from '#protocol/printing.ts';
import type { RunSetup } from '#protocol/render.ts';
import { createRecords, createRenderer, createRequest, createSink, createTemplate, NONE } from './create-run.ts';
import { createDisk, createMortalPage } from './mortal-page.ts';

const CALIBRATION = { ...NO_CALIBRATION, alongScale: 1.01, rightMm: -0.4 };
const KEEP = { templateId: 'template-1', data: {} as KeptRun['data'], fonts: [] };

/** Request to the renderer, and stored journal, of a run that printed three labels. */
async function printed(
  calibration: Partial<Pick<RunSetup, 'calibration'>>,
): Promise<{ readonly setups: readonly RunSetup[]; readonly kept: KeptRun | null }> {
  const setups: RunSetup[] = [];
  const renderer = createRenderer(1, NONE);
  const disk = createDisk();
  const page = createMortalPage({ renderer, sink: createSink(), disk }, null, false);
  const ports: PrintPorts = {
    ...page.ports,
    renderer: {
      openRun(setup, signal) {
        setups.push(setup);
        return page.ports.renderer.openRun(setup, signal);
      },
    },
  };
  let kept: KeptRun | null = null;
  const openJournal: PrintPorts['openJournal'] = async () => {
    const opened = await ports.openJournal();
    if (!opened.ok) return opened;
    const { value } = opened;
    return {
      ok: true,
      value: {
        ...value,
        begin(job, run) {
          kept = run;
          return value.begin(job, run);
        },
      },
    };
  };
  const request = createRequest({
    template: createTemplate(1, 1),
    records: createRecords(3),
    keep: KEEP,
    ...calibration,
  });
  await startPrintRun(request, { ...ports, openJournal }).done;
  return { setups, kept };
}

test('a run uses the calibration of its printer, and keeps it for a resume', async () => {
  const { setups, kept } = await printed({ calibration: CALIBRATION });
  expect(setups.map(({ calibration }) => calibration)).toEqual([CALIBRATION]);
  expect(kept).toMatchObject({ format: KEPT_FORMAT, calibration: CALIBRATION });
});

test('an uncalibrated printer leaves no trace', async () => {
  const { setups, kept } = await printed({});
  expect(setups.every((setup) => !('calibration' in setup))).toBe(true);
  expect(kept).not.toHaveProperty('calibration');
});
