import { Button } from 'antd';
import { useMemo, useState, useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { fallbackFor } from '#model/elements/base/font-catalog.ts';
import { fontFamiliesOf } from '#model/elements/element.ts';
import { useServices } from '#app/state/services.tsx';
import { listFormat } from '#app/state/language-formats.ts';
import { useActions } from '../session/actions.tsx';
import { useSettled } from '../session/use-settled.ts';

/** Lists the missing families of the label with their replacements, until the user closes it. */
export function UnknownFonts(): JSX.Element | null {
  const { t, i18n } = useTranslation('editor');
  const { fonts } = useServices();
  const { manageFonts } = useActions();
  const catalog = useSyncExternalStore(fonts.subscribe, fonts.catalog);
  const settled = useSyncExternalStore(fonts.subscribe, fonts.isSettled);
  const elements = useSettled((s) => s.template.elements);
  const [putAside, setPutAside] = useState('');
  const unknown = useMemo(() => {
    const families = new Set(elements.flatMap(fontFamiliesOf));
    return [...families].filter((family) => fallbackFor(catalog, family) !== null);
  }, [elements, catalog]);

  const [first] = unknown;
  const names = unknown.join('\n');
  if (!settled || first === undefined || putAside === names) return null;
  return (
    <div className="ed-banner ed-banner-severe" role="alert" data-testid="unknown-fonts">
      <span>
        {t('fonts.unknown', {
          families: listFormat(i18n.language).format(unknown),
          replacement: fallbackFor(catalog, first) ?? '',
        })}
      </span>
      <Button size="small" onClick={manageFonts}>
        {t('fonts.add')}
      </Button>
      <Button size="small" type="text" onClick={() => setPutAside(names)}>
        {t('common:action.close')}
      </Button>
    </div>
  );
}
