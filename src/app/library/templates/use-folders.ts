import type { Problem } from '#model/kernel/problem.ts';
import type { CallName, FolderList, InputOf } from '#protocol/api.ts';
import type { FolderContents } from '#app/library/templates/DeleteFolderDialog.tsx';
import { useServices } from '#app/state/services.tsx';
import { useAnswer } from '#app/state/use-answer.ts';

export interface Folders {
  /** Null until they are loaded. */
  readonly folders: FolderList | null;
  readonly problem: Problem | null;
  readonly reload: () => void;
  readonly add: (name: string) => Promise<Problem | null>;
  readonly rename: (id: string, name: string) => Promise<Problem | null>;
  readonly remove: (id: string, contents: FolderContents | null) => Promise<Problem | null>;
}

/** The signed-in user's template folders, and the actions on them. */
export function useFolders(): Folders {
  const { api } = useServices();
  const { answer: folders, problem, reload } = useAnswer('folderList', {});

  async function change<Name extends CallName>(name: Name, input: InputOf<Name>): Promise<Problem | null> {
    const answer = await api.call(name, input);
    reload();
    return answer.ok ? null : answer.error;
  }

  return {
    folders,
    problem,
    reload,
    add: (name) => change('addFolder', { name }),
    rename: (id, name) => change('renameFolder', { id, name }),
    remove(id, contents) {
      if (contents === null) return change('delFolder', { id });
      if (contents.type === 'move') return change('delFolder', { id, templates: 'move', to: contents.to });
      return change('delFolder', { id, templates: 'trash' });
    },
  };
}
