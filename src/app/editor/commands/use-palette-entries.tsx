import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { loadTexts } from '#app/state/i18n/locale-files.ts';
import { ACTION_IDS, actionInfo, type ActionId } from '../session/action-table.ts';
import { useActions } from '../session/actions.tsx';
import { formatChord, isMac, type Chord } from '../session/chords.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useElementDescriptors } from '../session/element-descriptor.ts';
import { Icon, ShapeIcon } from '../widgets/icons.tsx';
import { whyNot, type PaletteEntry } from './palette-entries.ts';
import { showElements } from '../session/show-element.ts';

/** All entries of the palette, for the state in which it is opened. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation(['commands', 'editor', 'problems', 'tips']);
  const { editor } = useEditorSession();
  const actions = useActions();
  const describe = useElementDescriptors();
  const english = useEnglish();
  return useMemo((): readonly PaletteEntry[] => {
    const state = editor.state();
    const mac = isMac();
    const keysOf = ([chord]: readonly Chord[]): string | null => (chord === undefined ? null : formatChord(chord, mac));
    const why = (id: ActionId): string | null => {
      const reason = whyNot(id, state);
      if (reason !== null) return problemText(t, reason);
      if (actionInfo(id).disabled?.(state) !== true && actionInfo(id).dim?.(state) !== true) return null;
      return t(id === 'undo' || id === 'redo' ? `why.${id}` : 'why.notNow');
    };
    return [
      ...ACTION_IDS.filter((id) => id !== 'commands').map((id): PaletteEntry => {
        const { icon, chords } = actionInfo(id);
        return {
          key: id,
          label: t(`editor:action.${id}`),
          others: english(`action.${id}`),
          icon: <Icon name={icon ?? 'more'} size={16} />,
          shortcut: keysOf(chords),
          why: why(id),
          run: () => actions.perform(id),
        };
      }),
      ...ELEMENT_TYPES.flatMap((type): PaletteEntry[] => {
        const { icon, chords, variants } = describe(type);
        const add: PaletteEntry = {
          key: `add:${type}`,
          label: t('editor:frame.add', { name: t(`editor:type.${type}`) }),
          others: english(`type.${type}`).map((name) => `Add: ${name}`),
          icon: <ShapeIcon shape={icon} size={16} />,
          shortcut: keysOf(chords),
          why: null,
          run: () => actions.place(type),
        };
        if (variants === undefined) return [add];
        return variants.map(({ value, label, icon: shape }): PaletteEntry => ({
          ...add,
          key: `add:${type}:${value}`,
          label: t('editor:frame.add', { name: t(`editor:${label}`) }),
          others: english(label).map((name) => `Add: ${name}`),
          icon: <ShapeIcon shape={shape} size={16} />,
          run: () => actions.place(type, undefined, value),
        }));
      }),
      ...state.template.elements.map(({ id, name, type }): PaletteEntry => ({
        key: `element:${id}`,
        label: t('goTo', { name }),
        others: [name],
        icon: <ShapeIcon shape={describe(type).icon} size={16} />,
        shortcut: null,
        why: null,
        run: () => showElements(editor, [id]),
      })),
    ];
  }, [t, editor, actions, describe, english]);
}

/** The English name of a text of the editor, once that language is loaded; empty if it is the user's own. */
function useEnglish(): (key: string) => readonly string[] {
  const { i18n } = useTranslation();
  const [texts, setTexts] = useState<Readonly<Record<string, unknown>>>({});
  const isOwn = i18n.language.startsWith('en');
  useEffect(() => {
    if (isOwn) return;
    let isCurrent = true;
    // Without them the palette still searches in the user's own language.
    loadTexts('en', 'editor').then(
      (loaded) => isCurrent && setTexts(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isOwn]);
  return useMemo(() => {
    return (key) => {
      const text = texts[key];
      return typeof text === 'string' ? [text] : [];
    };
  }, [texts]);
}
