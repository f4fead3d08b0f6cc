import { useMemo } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { clipboardText, parseClipboard, type ClipboardContent } from '#editor/clipboard.ts';
import { useEditorSession } from './editor-session.tsx';

export interface ClipboardActions {
  /** For buttons and menus: uses the asynchronous clipboard; where that is refused, this tab alone keeps what was copied. */
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
  placeImage(file: Blob): Promise<void>;
}

/** Copies as a template file in the clipboard's plain text, so that it reaches another tab; an image in it becomes an image element. */
export function useClipboard({ report, copied, placeImage }: Doing): ClipboardActions {
  const { editor } = useEditorSession();
  return useMemo((): ClipboardActions => {
    function told(result: Result<ClipboardContent>): string | null {
      if (!result.ok) {
        report(result.error);
        return null;
      }
      copied(result.value.elements.length);
      return clipboardText(result.value);
    }
    function paste(content?: ClipboardContent): void {
      const result = content === undefined ? editor.paste() : editor.paste(content);
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
      cut: () => write(editor.cut()),
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
        const text = told(cut ? editor.cut() : editor.copy());
        if (text === null) return false;
        data.setData('text/plain', text);
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
  }, [editor, report, copied, placeImage]);
}
