import { Button, Checkbox, Modal, Select } from 'antd';
import { useEffect, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { fromMm, toMm, unitMark, unitMm, useUnit } from '#app/state/unit.ts';
import { addGuide, changeGuide, removeGuides } from '#editor/commands/guides.ts';
import { guidesOf } from '#editor/ruler-guides.ts';
import { MAX_GUIDE_MM, type RulerGuide } from '#model/template/ruler-guides.ts';
import { useActions } from '../session/actions.tsx';
import { lengthStep } from '../session/display-unit.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { Icon } from '../widgets/icons.tsx';
import './guides-dialog.css';

export interface GuidesDialogProps {
  /** The index of the guide whose position is to be typed; null for none. */
  readonly focused: number | null;
  onClose(): void;
}

/** The ruler guides as a list, for use without a pointer: add, move, rotate and delete. */
export function GuidesDialog({ focused, onClose }: GuidesDialogProps): JSX.Element {
  const { t } = useTranslation(['guides', 'common']);
  const { editor } = useEditorSession();
  const { run } = useActions();
  const guides = useEditorState(guidesOf);
  const shown = useEditorState((s) => s.guidesShown);
  const locked = useEditorState((s) => s.guidesLocked);
  const [next, setNext] = useState<RulerGuide>({ axis: 'x', atMm: 0 });
  const list = useRef<HTMLUListElement>(null);

  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (focused === null) return;
    const field = list.current?.querySelectorAll('input[data-testid="guide-position"]')[focused];
    if (field instanceof HTMLInputElement) field.select();
  }, [focused]);

  return (
    <Modal
      open
      centered
      width={560}
      title={t('title')}
      onCancel={onClose}
      afterOpenChange={(isOpen) =>
        isOpen &&
        focused === null &&
        form.current?.querySelector<HTMLInputElement>('input:not([role="combobox"])')?.focus()
      }
      footer={
        <>
          <Button danger disabled={guides.length === 0} onClick={() => run(removeGuides())}>
            {t('removeAll')}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t('common:action.close')}
          </Button>
        </>
      }
    >
      <div className="ed-guide-list" data-testid="guides-dialog">
        <form
          ref={form}
          className="ed-guide-row"
          onSubmit={(event) => {
            event.preventDefault();
            run(addGuide(next));
            editor.setGuidesShown(true);
          }}
        >
          <GuideFields guide={next} label={t('new')} onChange={setNext} />
          <Button htmlType="submit">{t('add')}</Button>
        </form>
        <ul ref={list} aria-label={t('list')}>
          {guides.length === 0 ? <li className="ed-guide-none">{t('none')}</li> : null}
          {guides.map((guide, i) => (
            <li key={i} className="ed-guide-row">
              <GuideFields
                guide={guide}
                label={t('guide', { number: i + 1 })}
                testId="guide-position"
                onChange={(changed) => run(changeGuide(i, changed), `guide:${i}`)}
                onEnd={() => editor.endMerge()}
              />
              <button
                type="button"
                className="ed-tool"
                aria-label={t('delete', { number: i + 1 })}
                onClick={() => run(changeGuide(i, null))}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
        <div className="ed-guide-choices">
          <Checkbox checked={shown} onChange={(event) => editor.setGuidesShown(event.target.checked)}>
            {t('show')}
          </Checkbox>
          <Checkbox checked={locked} onChange={(event) => editor.setGuidesLocked(event.target.checked)}>
            {t('lock')}
          </Checkbox>
        </div>
      </div>
    </Modal>
  );
}

function GuideFields({
  guide,
  label,
  testId,
  onChange,
  onEnd,
}: {
  guide: RulerGuide;
  label: string;
  testId?: string;
  onChange(guide: RulerGuide): void;
  onEnd?(): void;
}): JSX.Element {
  const { t, i18n } = useTranslation('guides');
  const unit = useUnit();
  return (
    <>
      <Select
        aria-label={`${label}: ${t('direction')}`}
        value={guide.axis}
        options={[
          { value: 'x', label: t('upright') },
          { value: 'y', label: t('level') },
        ]}
        onChange={(axis) => onChange({ ...guide, axis })}
      />
      <NumberInput
        label={`${label}: ${t('position')}`}
        value={fromMm(guide.atMm, unit)}
        min={fromMm(-MAX_GUIDE_MM, unit)}
        max={fromMm(MAX_GUIDE_MM, unit)}
        step={lengthStep(unit)}
        precision={3}
        unitMm={unitMm(unit)}
        suffix={unitMark(unit, i18n.language)}
        {...(testId === undefined ? { testId: 'new-guide-position' } : { testId })}
        onChange={(value) => onChange({ ...guide, atMm: toMm(value, unit) })}
        {...(onEnd === undefined ? {} : { onEnd })}
      />
    </>
  );
}
