import { App, Select } from 'antd';
import { useEffect, useSyncExternalStore, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chainIn } from '#model/elements/base/font-catalog.ts';
import { problem } from '#model/kernel/problem.ts';
import { fontUnitsToPoints } from '#model/kernel/units.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { familyLoads, loadScreenFonts } from '../canvas/screen-fonts.ts';
import { recentFonts, rememberFont } from '../fonts/recent-fonts.ts';
import { NumberField } from './fields.tsx';

/** A family stands twice in the list, under two values. */
const RECENT = 'recent:';

export interface FontFieldsProps {
  readonly family: string;
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly sizeDisabled?: boolean;
  onFamily(family: string): void;
  onSize(size: number): void;
  onEnd(): void;
}

/** The size is in the specification's unit, a quarter of a millimetre; real points stand beside it. */
export function FontFields(props: FontFieldsProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { message } = App.useApp();
  const { fonts } = useServices();
  const catalog = useSyncExternalStore(fonts.subscribe, fonts.catalog);
  useEffect(() => loadScreenFonts(catalog, props.family), [catalog, props.family]);
  const points = Math.round(fontUnitsToPoints(props.size) * 10) / 10;
  const names = catalog.families.map((f) => f.name);
  const all = names.includes(props.family) ? names : [props.family, ...names];
  const recent = recentFonts().filter((name) => names.includes(name));

  /** A font that is not to be had, or not for this user, leaves the text in the one it had. */
  async function choose(family: string): Promise<void> {
    if (fonts.isForMembers(family)) {
      void message.warning(problemText(t, problem('font.membersOnly')));
      return;
    }
    props.onFamily(family);
    if (await familyLoads(catalog, family)) return rememberFont(family);
    props.onFamily(props.family);
    void message.error(problemText(t, problem('font.loadFailed', { font: family })));
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

  return (
    <div className="ed-font">
      <Select
        size="small"
        aria-label={t('panel.family')}
        value={props.family}
        options={[
          ...(recent.length === 0
            ? []
            : [
                {
                  label: t('panel.recentFonts'),
                  options: recent.map((name) => ({ value: RECENT + name, label: name })),
                },
              ]),
          { label: t('panel.allFonts'), options: all.map((name) => ({ value: name, label: name })) },
        ]}
        onChange={(value) => void choose(value.replace(RECENT, ''))}
        onOpenChange={(open) => open && names.forEach((name) => loadScreenFonts(catalog, name))}
        optionRender={renderFamily}
      />
      <NumberField
        label={t('panel.fontSize')}
        value={props.size}
        min={props.min}
        max={props.max}
        step={0.2}
        precision={1}
        disabled={props.sizeDisabled ?? false}
        onChange={props.onSize}
        onEnd={props.onEnd}
      />
      <span className="ed-points">{t('panel.points', { points })}</span>
    </div>
  );
}
