import { useMemo } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { clipboardText, parseClipboard, type ClipboardContent } from '#editor/clipboard.ts';
import type { PastePlace } from '#editor/editor.ts';
import { labelToCanvas } from '#editor/viewport.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { withOwnAddress } from '#model/template/label-address.ts';
import { readClipboard, transferred, type Arrival } from './arrival.ts';
import { useEditorSession, useSavedTemplateId } from './editor-session.tsx';

export interface ClipboardActions {
  /** For buttons and menus: uses the asynchronous clipboard. If that is rejected, only this tab can paste the copy. */
  copy(): Promise<void>;
  cut(): Promise<void>;
  paste(where?: PastePlace): Promise<void>;
  /** For keys: uses the browser's clipboard event. True if the event was meant for the label and not for a field. */
  copyTo(data: DataTransfer, cut: boolean): boolean;
  pasteFrom(data: DataTransfer, where?: PastePlace): void;
}

interface Doing {
  report(problem: Problem): void;
  copied(count: number): void;
  /** Deletes; asks first if other elements depend on the deleted ones. */
  deleting(remove: () => void): Promise<void>;
  /** Takes content that is no copy of ours. */
  arrive(arrival: Arrival): void;
}

/** Copies as a template file in plain text, which other tabs can paste. Content of other programs is passed on. */
export function useClipboard({ report, copied, deleting, arrive }: Doing): ClipboardActions {
  const { editor } = useEditorSession();
  const templateId = useSavedTemplateId();
  return useMemo((): ClipboardActions => {
    function copiedText(result: Result<ClipboardContent>): string | null {
      if (!result.ok) {
        report(result.error);
        return null;
      }
      copied(result.value.elements.length);
      return clipboardText(result.value);
    }
    /** The copy stays in the clipboard, even if the user then decides not to delete the elements. */
    function removeCopied(): void {
      void deleting(() => {
        const result = editor.run(deleteSelected());
        if (!result.ok) report(result.error);
      });
    }
    function paste(where: PastePlace | undefined, content?: ClipboardContent): void {
      const own = content && {
        ...content,
        elements: withOwnAddress(content.elements, window.location.origin, templateId),
      };
      const result = editor.paste(own, where);
      if (!result.ok) report(result.error);
    }
    /** Pastes the content of the clipboard. False if there is none. */
    function take(found: Omit<Arrival, 'at'>, where: PastePlace | undefined): boolean {
      const parsed = parseClipboard(found.plain);
      if (parsed.ok) paste(where, parsed.value);
      else if (found.files.length === 0 && found.plain.trim() === '' && found.html === '') return false;
      else if (typeof where !== 'object') arrive(found);
      else arrive({ ...found, at: labelToCanvas(editor.state().viewport, where) });
      return true;
    }
    async function write(result: Result<ClipboardContent>): Promise<void> {
      const text = copiedText(result);
      if (text === null) return;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // Rejected: the editor itself has kept it for this tab.
      }
    }
    return {
      copy: () => write(editor.copy()),
      async cut() {
        const result = editor.copy();
        const written = write(result);
        // Not after the clipboard: cut elements are deleted before the next key or click, even with a slow clipboard.
        if (result.ok) removeCopied();
        await written;
      },
      paste: async (where) => {
        const found = await readClipboard();
        // Rejected, or empty: the copy of this tab is still available.
        if (found === null || !take(found, where)) paste(where);
      },
      copyTo(data, cut) {
        const text = copiedText(editor.copy());
        if (text === null) return false;
        data.setData('text/plain', text);
        if (cut) removeCopied();
        return true;
      },
      pasteFrom(data, where) {
        if (!take(transferred(data), where)) report(problem('edit.clipboardEmpty'));
      },
    };
  }, [editor, templateId, report, copied, deleting, arrive]);
}
