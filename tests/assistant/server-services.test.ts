import { expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import { createServerServices } from '#print-assistant/server-connection/server-services.ts';
import { unknownJob } from '#print-assistant/job-manager.ts';

test("a server does not get the path of the folder with this machine's files", async () => {
  const ended = { ...unknownJob('job-1'), known: true, state: 'finished', folder: '/home/user/pages' } as const;
  const jobs = { end: () => Promise.resolve(ok(ended)) };
  type Given = Parameters<typeof createServerServices>;
  const printers = { describePlaced: () => Promise.resolve([]) };
  const services = createServerServices(
    { manager: {} } as unknown as Given[0],
    printers,
    () => jobs as unknown as ReturnType<Given[2]>,
  );
  const status = await services.jobs.end({ site: 'server', owner: 'server' }, 'job-1', 'finished');
  expect(status).toMatchObject({ ok: true, value: { jobId: 'job-1', state: 'finished' } });
  expect(status.ok && 'folder' in status.value).toBe(false);
});
