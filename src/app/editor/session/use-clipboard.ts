import { useMemo } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { clipboardText, parseClipboard, type ClipboardContent } from '#editor/clipboard.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { withOwnAddress } from '#model/template/label-address.ts';
import { useEditorSession } from './editor-session.tsx';
import { useSavedTemplateId } from './saved-template.ts';

export interface ClipboardActions {
  /** For buttons and menus: uses the asynchronous clipboard. If that is refused, only this tab can paste the copy. */
  copy(): Promise<void>;
  cut(): Promise<void>;
  paste(): Promise<void>;
  /** For keys: uses the browser's clipboard event. True when the event was meant for the label and not for a field. */
  copyTo(data: DataTransfer, cut: boolean): boolean;
  pasteFrom(data: DataTransfer): void;
}

interface Doing {
  report(problem: Problem): void;
  copied(count: number): void;
  /** Deletes; asks first where other elements depend on what goes. */
  deleting(remove: () => void): Promise<void>;
  placeImage(file: Blob): Promise<void>;
}

/** Copies as a template file in plain text, which other tabs can paste. A pasted picture becomes an image element. */
export function useClipboard({ report, copied, deleting, placeImage }: Doing): ClipboardActions {
  const { editor } = useEditorSession();
  const templateId = useSavedTemplateId();
  return useMemo((): ClipboardActions => {
    function told(result: Result<ClipboardContent>): string | null {
      if (!result.ok) {
        report(result.error);
        return null;
      }
      copied(result.value.elements.length);
      return clipboardText(result.value);
    }
    /** What was copied stays in the clipboard, even if the user then decides not to delete it. */
    function removeCopied(): void {
      void deleting(() => {
        const result = editor.run(deleteSelected());
        if (!result.ok) report(result.error);
      });
    }
    function paste(content?: ClipboardContent): void {
      const result =
        content === undefined
          ? editor.paste()
          : editor.paste({
              ...content,
              elements: withOwnAddress(content.elements, window.location.origin, templateId),
            });
      if (!result.ok) report(result.error);
    }
    async function write(result: Result<ClipboardContent>): Promise<void> {
      const text = told(result);
      if (text === null) return;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // Refused: the editor itself has kept it for this tab.
      }
    }
    return {
      copy: () => write(editor.copy()),
      async cut() {
        const result = editor.copy();
        const written = write(result);
        // Not after the clipboard: what is cut has gone before the next key or click, however slow the clipboard is.
        if (result.ok) removeCopied();
        await written;
      },
      paste: async () => {
        try {
          const parsed = parseClipboard(await navigator.clipboard.readText());
          if (parsed.ok) {
            paste(parsed.value);
            return;
          }
        } catch {
          // Refused: what was copied in this tab is still at hand.
        }
        paste();
      },
      copyTo(data, cut) {
        const text = told(editor.copy());
        if (text === null) return false;
        data.setData('text/plain', text);
        if (cut) removeCopied();
        return true;
      },
      pasteFrom(data) {
        const image = [...data.files].find((file) => file.type.startsWith('image/'));
        const parsed = parseClipboard(data.getData('text/plain'));
        if (parsed.ok) paste(parsed.value);
        else if (image !== undefined) void placeImage(image);
        else report(problem('edit.clipboardEmpty'));
      },
    };
  }, [editor, templateId, report, copied, deleting, placeImage]);
}
