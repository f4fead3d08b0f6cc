import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedText } from '#model/elements/base/content.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { problem } from '#model/kernel/problem.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { addressedId, labelAddress } from '#model/template/label-address.ts';
import { setSource } from '#editor/commands/sources.ts';
import { useActions } from '../session/actions.tsx';
import { useSavedTemplateId } from '../session/saved-template.ts';
import { CheckRow } from '../widgets/fields.tsx';

/** Makes a code the address of the label that it stands on: who scans it opens the label. Only for a single typed text. */
export function LabelCode({ element }: { readonly element: QrcodeElement }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { run, report } = useActions();
  const id = useSavedTemplateId();
  const [source, more] = element.sources;
  if (source?.type !== 'fixed' || more !== undefined || source.blank !== undefined) return null;
  const { opensLabel = false } = source;

  function change(on: boolean): void {
    const slot = { id: element.id, content: 0 };
    if (!on) return run(setSource(slot, 0, fixedText(symbologyInfo(element.symbology).defaultValue)));
    if (id === null) return report(problem('label.notSaved'));
    run(setSource(slot, 0, { type: 'fixed', text: labelAddress(window.location.origin, id), opensLabel: true }));
  }
  return (
    <>
      <CheckRow label={t('data.opensLabel')} on={opensLabel} onChange={change} />
      {opensLabel ? (
        <p className="ed-hint">
          {t(id !== null && addressedId(source.text) === id ? 'data.opensLabelHint' : 'data.opensLabelUnsaved')}
        </p>
      ) : null}
    </>
  );
}
