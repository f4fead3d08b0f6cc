import { App, Button, Select } from 'antd';
import { useEffect, useState, useSyncExternalStore, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chainIn } from '#model/elements/base/font-catalog.ts';
import { useServices } from '#app/state/services.tsx';
import { familyLoads, loadScreenFonts } from '../fonts/screen-fonts.ts';
import { recentFonts, rememberFont } from '../fonts/recent-fonts.ts';
import { Icon } from '../widgets/icons.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import '../fonts/fonts.css';

/** A recent family stands twice in the list, so one of its two entries has this before its name. */
const RECENT = 'recent:';

export interface FamilyFieldProps {
  /** null when the selected texts have different families. */
  readonly family: string | null;
  /** Called once the family's file is loaded and the user may use it. */
  onFamily(family: string): void;
}

/**
 * The families that there are, the user's own among them, and the way to more. Below them: what a family without a file
 * of its own, as the specification's default, is drawn in.
 */
export function FamilyField({ family, onFamily }: FamilyFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { message, modal } = App.useApp();
  const { fonts } = useServices();
  const { manageFonts } = useActions();
  const { editor } = useEditorSession();
  const catalog = useSyncExternalStore(fonts.subscribe, fonts.catalog);
  /** The family that was chosen while its file is still loading. */
  const [coming, setComing] = useState<string | null>(null);
  useEffect(() => {
    if (family !== null) loadScreenFonts(catalog, family);
  }, [catalog, family]);
  const known = catalog.families.map((f) => f.name);
  const forMembers = fonts.forMembers().filter((name) => !known.includes(name));
  const names = [...known, ...forMembers];
  const all = family === null || names.includes(family) ? names : [family, ...names];
  const recent = recentFonts().filter((name) => known.includes(name));

  /** The text keeps its font when the chosen one cannot be loaded or is not for this user. */
  async function choose(chosen: string): Promise<void> {
    if (forMembers.includes(chosen)) {
      modal.info({ title: t('fonts.membersTitle'), content: t('tips:tip125'), okText: t('common:action.confirm') });
      return;
    }
    const { selection } = editor.state();
    setComing(chosen);
    const loads = await familyLoads(catalog, chosen);
    setComing(null);
    if (loads) {
      rememberFont(chosen);
      // Another selection was made meanwhile: the choice was not meant for it.
      if (editor.state().selection !== selection) return;
      onFamily(chosen);
    } else {
      void message.error(`${t('tips:tip126')}: ${chosen}`);
    }
  }

  /** Each family in its own letters. */
  function renderFamily({
    label,
    value,
  }: {
    readonly label?: ReactNode;
    readonly value?: string | number;
  }): JSX.Element {
    const chain = chainIn(catalog, String(value).replace(RECENT, ''));
    return <span style={{ fontFamily: chain.map((name) => `"${name}"`).join() }}>{label}</span>;
  }

  const groups = [
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
  return (
    <>
      <div className="ed-family">
        <Select<string>
          size="small"
          aria-label={t('panel.family')}
          data-testid="font-family"
          value={coming ?? family}
          loading={coming !== null}
          options={groups}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(value) => void choose(value.replace(RECENT, ''))}
          onOpenChange={(open) => open && known.forEach((name) => loadScreenFonts(catalog, name))}
          optionRender={renderFamily}
        />
        <Button
          size="small"
          aria-label={t('fonts.manage')}
          title={t('fonts.manage')}
          data-testid="manage-fonts"
          icon={<Icon name="more" size={16} />}
          onClick={manageFonts}
        />
      </div>
      {family === null || drawnIn === undefined || drawnIn === family ? null : (
        <p className="ed-hint" data-testid="font-drawn-in">
          {t('fonts.drawnIn', { family, latin: drawnIn, others: chain.at(-1) })}
        </p>
      )}
    </>
  );
}
