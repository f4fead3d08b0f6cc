import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSource } from '#model/elements/base/content.ts';
import { RUN_POSITIONS, RUN_SIZE_LIMITS, type RunPosition, type RunStyle } from '#model/elements/base/styled-text.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { setRunStyle } from '#editor/commands/sources.ts';
import { ColorField, ColorHint } from '../widgets/ColorField.tsx';
import { NumberField, Row, Toggle } from '../widgets/fields.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

interface RunStyleFieldsProps {
  readonly slot: ContentSlot;
  readonly index: number;
  readonly source: DataSource;
  readonly element: TextElement;
}

const FLAGS = [
  { field: 'bold', icon: 'bold' },
  { field: 'italic', icon: 'italic' },
  { field: 'underline', icon: 'underline' },
  { field: 'strikeThrough', icon: 'strike' },
] as const;
const FLAG_NAMES = {
  bold: 'panel.bold',
  italic: 'panel.italic',
  underline: 'panel.underline',
  strikeThrough: 'panel.strike',
} as const;

/** The style of one source's value in a text of several. */
export function RunStyleFields({ slot, index, source, element }: RunStyleFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { run } = useActions();
  const { style = {} } = source;

  function change(fields: RunStyle, merge?: string): void {
    run(setRunStyle(slot, index, fields), merge === undefined ? undefined : `run:${merge}:${slot.id}:${index}`);
  }
  function toggle(field: (typeof FLAGS)[number]['field'], on: boolean): void {
    change({ [field]: on === element[field] ? undefined : on });
  }
  function place(position: RunPosition, on: boolean): void {
    change({ position: on ? position : undefined });
  }
  return (
    <>
      <Row label={t('runs.style')}>
        <div className="ed-tools" role="group" aria-label={t('runs.style')} data-testid="run-style">
          {FLAGS.map(({ field, icon }) => (
            <Toggle
              key={field}
              label={t(FLAG_NAMES[field])}
              icon={icon}
              on={style[field] ?? element[field]}
              onChange={(on) => toggle(field, on)}
            />
          ))}
          {RUN_POSITIONS.map((position) => (
            <Toggle
              key={position}
              label={t(`runs.${position}`)}
              icon={position}
              on={style.position === position}
              onChange={(on) => place(position, on)}
            />
          ))}
        </div>
      </Row>
      <Row label={t('runs.size')}>
        <NumberField
          label={t('runs.size')}
          value={style.sizePercent ?? 100}
          {...RUN_SIZE_LIMITS}
          fallback={100}
          precision={0}
          suffix="%"
          onChange={(percent) => change({ sizePercent: percent === 100 ? undefined : percent }, 'size')}
          onEnd={() => editor.endMerge()}
        />
      </Row>
      <Row label={t('runs.color')}>
        <ColorField
          label={t('runs.color')}
          testId="run-color"
          isOfPart
          value={style.color}
          onChange={(color) => change({ color: color === element.color ? undefined : color }, 'color')}
          onEnd={() => editor.endMerge()}
        />
      </Row>
      <ColorHint value={style.color} />
    </>
  );
}
