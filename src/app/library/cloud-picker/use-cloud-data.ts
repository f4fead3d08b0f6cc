import { useEffect } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { CloudFolder, CloudType } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';

export interface CloudData {
  readonly folders: readonly CloudFolder[];
  readonly problem: Problem | null;
  /** True until the first answer; after that the old list stays until the next one arrives. */
  readonly loading: boolean;
  readonly reload: () => void;
}

/** The user's folders of a type, with their files; asks again after an upload. Callers render each type separately. */
export function useCloudData(type: CloudType): CloudData {
  const { uploads } = useServices();
  const { answer, problem, isLoading, reload } = useAnswer('cloudDataList', { type });
  useEffect(() => uploads.onDone((done) => done.type === type && reload()), [uploads, type, reload]);
  return { folders: answer?.list ?? [], problem, loading: isLoading, reload };
}
