import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseByArrows, radioTabIndex } from '#app/ui/choice/radio-keys.ts';
import { setLabel } from '#editor/commands/label.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorState } from '../session/editor-session.tsx';

/** Selects one of several backgrounds of the label. Hidden if there are fewer than two. */
export function CanvasPages(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const { canvases, background } = useEditorState((s) => s.template.label);
  if (canvases.length < 2) return null;
  const chosen = canvases.findIndex((key) => key === background);
  function choose(index: number): void {
    const key = canvases[index];
    if (key !== undefined) run(setLabel({ background: key }));
  }
  return (
    <div
      className="ed-pages"
      role="radiogroup"
      aria-label={t('frame.canvasPages')}
      onKeyDown={(event) => chooseByArrows(event, choose)}
    >
      {canvases.map((key, i) => (
        <button
          key={key}
          type="button"
          role="radio"
          aria-checked={i === chosen}
          tabIndex={radioTabIndex(i, chosen)}
          aria-label={t('frame.canvasPage', { number: i + 1 })}
          title={t('frame.canvasPage', { number: i + 1 })}
          data-testid={`canvas-page-${i + 1}`}
          onClick={() => choose(i)}
        >
          {i + 1}
        </button>
      ))}
    </div>
  );
}
