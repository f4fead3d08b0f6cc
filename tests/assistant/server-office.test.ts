import { expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import { createServerOffice } from '#print-assistant/dialing/server-office.ts';
import { unknownJob } from '#print-assistant/job-manager.ts';

test("a server does not get the path of the folder with this machine's files", async () => {
  const ended = { ...unknownJob('job-1'), known: true, state: 'finished', folder: '/home/user/pages' } as const;
  const jobs = { end: () => Promise.resolve(ok(ended)) };
  type Given = Parameters<typeof createServerOffice>;
  const printers = { describePlaced: () => Promise.resolve([]) };
  const office = createServerOffice(
    { manager: {} } as unknown as Given[0],
    printers,
    () => jobs as unknown as ReturnType<Given[2]>,
  );
  const status = await office.jobs.end({ site: 'server', owner: 'server' }, 'job-1', 'finished');
  expect(status).toMatchObject({ ok: true, value: { jobId: 'job-1', state: 'finished' } });
  expect(status.ok && 'folder' in status.value).toBe(false);
});
