import { useCallback } from 'react';
import type { ElementType, ElementByType } from '#model/elements/element.ts';
import { setProperties, type SettableFields } from '#editor/commands/properties.ts';
import { useActions } from './actions.tsx';
import { useEditorSession } from './editor-session.tsx';

export interface Patch<T extends ElementType> {
  /** Sets fields of the selected elements of the type. With a field's name, consecutive changes are one undo step. */
  patch(fields: SettableFields<ElementByType[T]>, merge?: string): void;
  /** Ends the merging: the next change becomes a separate undo step. */
  end(): void;
}

export function usePatch<T extends ElementType>(type: T): Patch<T> {
  const { editor } = useEditorSession();
  const { run } = useActions();
  const patch = useCallback(
    (fields: SettableFields<ElementByType[T]>, merge?: string): void => {
      const key = merge === undefined ? undefined : `${merge}:${editor.state().selection.join()}`;
      run(setProperties(type, fields), key);
    },
    [editor, run, type],
  );
  const end = useCallback(() => editor.endMerge(), [editor]);
  return { patch, end };
}
