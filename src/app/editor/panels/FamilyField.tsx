import { App, Button, Select } from 'antd';
import { useEffect, useState, useSyncExternalStore, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chainIn, fallbackFor } from '#model/elements/base/font-catalog.ts';
import { useBrandKit } from '#app/state/use-brand-kit.ts';
import { useMemberNeed } from '#app/state/member-need.ts';
import { useServices } from '#app/state/services.tsx';
import { familyLoads, loadScreenFonts } from '#app/ui/screen-fonts.ts';
import { recentFonts, rememberFont } from '../fonts/recent-fonts.ts';
import { Icon } from '../widgets/icons.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import '../fonts/fonts.css';

/** Prefix of the values in the group of recent families, because each of them is in the list a second time. */
const RECENT = 'recent:';
/** The same for the brand kit. */
const BRAND = 'brand:';

export interface FamilyFieldProps {
  /** null if the selected texts have different families. */
  readonly family: string | null;
  /** Called once the family's file is loaded and the user may use it. */
  onFamily(family: string): void;
}

/**
 * Selects a font family, or opens the dialog for adding fonts. If the family has no font file, like the specification's
 * default, a line below names its replacement.
 */
export function FamilyField({ family, onFamily }: FamilyFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const [, needMember] = useMemberNeed();
  const { fonts } = useServices();
  const { manageFonts } = useActions();
  const { editor } = useEditorSession();
  const single = useEditorState((s) => s.selection.length === 1);
  const catalog = useSyncExternalStore(fonts.subscribe, fonts.catalog);
  /** The selected family while its file is loading. */
  const [coming, setComing] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const { kit } = useBrandKit(opened);
  useEffect(() => {
    if (family !== null) loadScreenFonts(catalog, family);
  }, [catalog, family]);
  const known = catalog.families.map((f) => f.name);
  const forMembers = fonts.forMembers().filter((name) => !known.includes(name));
  const names = [...known, ...forMembers];
  const all = family === null || names.includes(family) ? names : [family, ...names];
  const brand = kit?.fonts.filter((name) => known.includes(name)) ?? [];
  const recent = recentFonts().filter((name) => known.includes(name));

  /** The text keeps its font if the selected one can't be loaded or is not allowed for this user. */
  async function choose(chosen: string): Promise<void> {
    if (forMembers.includes(chosen)) {
      needMember('fonts');
      return;
    }
    const { selection } = editor.state();
    setComing(chosen);
    const loads = await familyLoads(catalog, chosen);
    setComing(null);
    if (loads) {
      rememberFont(chosen);
      // The user has selected something else meanwhile, which the choice was not meant for.
      if (editor.state().selection !== selection) return;
      onFamily(chosen);
    } else {
      void message.error({ content: `${t('tips:tip126')}: ${chosen}`, key: 'font' });
    }
  }

  /** Each family in its own font. */
  function renderFamily({
    label,
    value,
  }: {
    readonly label?: ReactNode;
    readonly value?: string | number;
  }): JSX.Element {
    const chain = chainIn(catalog, withoutGroup(String(value)));
    return <span style={{ fontFamily: chain.map((name) => `"${name}"`).join() }}>{label}</span>;
  }

  const groups = [
    ...(brand.length === 0
      ? []
      : [{ label: t('brandKit.group'), options: brand.map((name) => ({ value: BRAND + name, label: name })) }]),
    ...(recent.length === 0
      ? []
      : [{ label: t('panel.recentFonts'), options: recent.map((name) => ({ value: RECENT + name, label: name })) }]),
    {
      label: t('panel.allFonts'),
      options: all.map((name) => ({
        value: name,
        label: forMembers.includes(name) ? `${name} (${t('fonts.membersTitle')})` : name,
      })),
    },
  ];
  const chain = family === null ? [] : chainIn(catalog, family);
  const [drawnIn] = chain;
  // For one element with an unavailable family, the panel's list of problems names the replacement.
  const isNotedAbove = single && family !== null && fallbackFor(catalog, family) !== null;
  return (
    <>
      <div className="ed-with-button">
        <Select<string>
          size="small"
          aria-label={t('panel.family')}
          data-testid="font-family"
          value={coming ?? family}
          loading={coming !== null}
          options={groups}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(value) => void choose(withoutGroup(value))}
          onOpenChange={(open) => {
            setOpened(open);
            if (open) known.forEach((name) => loadScreenFonts(catalog, name));
          }}
          optionRender={renderFamily}
        />
        <Button
          size="small"
          title={t('fonts.manage')}
          data-testid="manage-fonts"
          icon={<Icon name="more" size={16} />}
          onClick={manageFonts}
        />
      </div>
      {family === null || drawnIn === undefined || drawnIn === family || isNotedAbove ? null : (
        <p className="ed-hint" data-testid="font-drawn-in">
          {t('fonts.drawnIn', { family, latin: drawnIn, others: chain.at(-1) })}
        </p>
      )}
    </>
  );
}

/** The family of an entry of the menu. */
function withoutGroup(value: string): string {
  return [RECENT, BRAND].reduce((name, group) => (name.startsWith(group) ? name.slice(group.length) : name), value);
}
