import { Modal } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { formatChord, isMac, type Chord } from '../session/chords.ts';
import { actionInfo, SHORTCUT_GROUPS } from '../session/action-table.ts';
import { useElementDescriptors } from '../session/element-descriptor.ts';

/** Pointer and keyboard gestures on the canvas that are not shortcuts of an action. */
const CANVAS_HABITS = [
  'pan',
  'zoom',
  'nudge',
  'cycle',
  'several',
  'regions',
  'editText',
  'raiseRun',
  'resizeRun',
  'clearRun',
  'menu',
  'escape',
  'axis',
  'duplicateDrag',
  'intoGroup',
  'noSnap',
  'distances',
  'pullGuide',
  'ratio',
  'marquee',
  'draw',
  'turn',
] as const;

export function ShortcutSheet({ open, onClose }: { open: boolean; onClose(): void }): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <Modal open={open} onCancel={onClose} footer={null} width={1120} title={t('shortcuts.title')} centered>
      <div
        className="ed-shortcuts-scroll"
        data-testid="shortcut-sheet"
        tabIndex={0}
        role="group"
        aria-label={t('shortcuts.title')}
      >
        <ShortcutLists />
      </div>
    </Modal>
  );
}

/** Separate from the dialog, so that it renders only while the dialog is open. */
function ShortcutLists(): JSX.Element {
  const { t } = useTranslation('editor');
  const describe = useElementDescriptors();
  const mac = isMac();
  const keys = (chords: readonly Chord[]): JSX.Element[] =>
    chords
      .filter(({ code }) => !code.startsWith('Numpad'))
      .map((chord) => <kbd key={formatChord(chord, mac)}>{formatChord(chord, mac)}</kbd>);
  return (
    <div className="ed-shortcuts">
      <p>{t('shortcuts.singleKeys', modifierNames())}</p>
      <section>
        <h3>{t('shortcuts.tools')}</h3>
        <dl>
          {ELEMENT_TYPES.filter((type) => describe(type).chords.length > 0).map((type) => (
            <div key={type}>
              <dt>{t(`type.${type}`)}</dt>
              <dd>{keys(describe(type).chords)}</dd>
            </div>
          ))}
        </dl>
      </section>
      {Object.entries(SHORTCUT_GROUPS).map(([group, ids]) => (
        <section key={group}>
          <h3>{t(`shortcuts.${group}`)}</h3>
          <dl>
            {ids.map((id) => (
              <div key={id}>
                <dt>{t(`action.${id}`)}</dt>
                <dd>{keys(actionInfo(id).chords)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>{t('shortcuts.canvas')}</h3>
        <dl>
          {CANVAS_HABITS.map((habit) => (
            <div key={habit}>
              <dt>{t(`habit.${habit}`, modifierNames())}</dt>
              <dd>
                <kbd>{t(`habitKeys.${habit}`, modifierNames())}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function modifierNames(): { readonly control: string; readonly alt: string } {
  return isMac() ? { control: '⌘', alt: '⌥' } : { control: 'Ctrl', alt: 'Alt' };
}
