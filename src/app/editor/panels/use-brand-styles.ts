import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrandStyleId } from '#model/kernel/ids.ts';
import type { NamedStyle, StyleKind } from '#model/template/named-style.ts';
import { applyBrandStyle, linkToBrandStyle, namedStyles } from '#editor/commands/named-styles.ts';
import { kitStyles, withStyle } from '#app/state/brand-kit-content.ts';
import { useBrandKit } from '#app/state/use-brand-kit.ts';
import { useSession } from '#app/state/session.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

/** Prefix of the values of the kit's styles, before their ids. No name begins with it. */
const BRAND = '\u0000brand:';

interface BrandStyles {
  readonly isSignedIn: boolean;
  /** The kit's styles in the menu: those that the label has no copy of. */
  readonly group:
    | {
        readonly label: string;
        readonly choices: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
      }
    | undefined;
  readonly setOpen: (open: boolean) => void;
  /** Applies the style of an entry of the group; false for other entries. */
  readonly apply: (value: string) => boolean;
  /**
   * Saves a style to the kit, where it changes the one that it is a copy of. `apply`: the selected elements get it.
   * `link`: it is a style of the label already.
   */
  readonly save: (style: NamedStyle | null, then: 'apply' | 'link') => Promise<void>;
}

/** The brand kit's part of the styles menu. The kit is fetched when the menu opens. */
export function useBrandStyles(kind: StyleKind): BrandStyles {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const { run, report } = useActions();
  const { editor } = useEditorSession();
  const isSignedIn = useSession() !== null;
  const [isOpen, setOpen] = useState(false);
  const { kit, problem, change } = useBrandKit(isOpen);
  const styles = kit === null ? [] : kitStyles(kit).filter((style) => style.kind === kind);

  function group(): BrandStyles['group'] {
    if (!isSignedIn) return undefined;
    const label = t('brandKit.group');
    if (kit === null) {
      const text = t(problem === null ? 'brandKit.loading' : 'brandKit.unavailable');
      return { label, choices: [{ value: BRAND, label: text, disabled: true }] };
    }
    const copied = new Set(namedStyles(editor.state().template, kind).map(({ brand }) => brand?.id));
    const others = styles.filter(({ brand }) => !copied.has(brand?.id));
    const choices = others.map(({ name, brand }) => ({ value: `${BRAND}${brand?.id ?? ''}`, label: name }));
    if (choices.length > 0) return { label, choices };
    // Otherwise the list would have nothing but "None".
    const isEmpty = namedStyles(editor.state().template, kind).length === 0;
    return isEmpty ? { label, choices: [{ value: BRAND, label: t('brandKit.noStyles'), disabled: true }] } : undefined;
  }

  return {
    isSignedIn,
    group: group(),
    setOpen,
    apply(value) {
      if (!value.startsWith(BRAND)) return false;
      const style = styles.find(({ brand }) => value === `${BRAND}${brand?.id ?? ''}`);
      if (style !== undefined) run(applyBrandStyle(style));
      return true;
    },
    async save(style, then) {
      if (style === null) return;
      const { selection } = editor.state();
      const known = style.brand?.id;
      let id = createBrandStyleId(Math.random);
      let isUpdate = false;
      const saved = await change((now) => {
        isUpdate = known !== undefined && now.styles.some((one) => one.id === known);
        if (isUpdate && known !== undefined) id = known;
        return withStyle(now, id, style);
      });
      if (!saved.ok) {
        report(saved.error);
        return;
      }
      const inKit = kitStyles(saved.value).find(({ brand }) => brand?.id === id);
      if (inKit?.brand === undefined) return;
      if (then === 'link') run(linkToBrandStyle(kind, style.name, inKit.brand));
      // The user has selected something else meanwhile, which the style was not meant for.
      else if (editor.state().selection === selection) run(applyBrandStyle(inKit));
      void message.success({
        content: t(isUpdate ? 'brandKit.updated' : 'brandKit.saved', { name: style.name }),
        key: 'brandKit',
      });
    },
  };
}
