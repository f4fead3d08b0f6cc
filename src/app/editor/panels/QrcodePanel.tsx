import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { chosen, keptOptions } from '#model/symbology/catalog/options.ts';
import { MATRIX_SYMBOLOGIES, type MatrixSymbology } from '#model/symbology/types.ts';
import { Gs1Edit } from '../codes/Gs1Edit.tsx';
import { QrContentEdit } from '../codes/QrContentEdit.tsx';
import { usePatch } from '../session/patch.ts';
import { ContentSection } from './ContentSection.tsx';
import { NumberSection } from './NumberSection.tsx';
import { Row, Section, SelectField, CheckRow } from '../widgets/fields.tsx';
import { SymbolOptionFields } from './SymbolOptionFields.tsx';
import { useNewSymbology } from './use-new-symbology.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { problem } from '#model/kernel/problem.ts';
import { addressedId, labelAddress } from '#model/template/label-address.ts';
import { setSource } from '#editor/commands/sources.ts';
import { useActions } from '../session/actions.tsx';
import { useSavedTemplateId } from '../session/editor-session.tsx';

/** The symbologies with words instead of numbers for their error correction levels. */
const QR_LEVELS: ReadonlySet<string> = new Set(['L', 'M', 'Q', 'H']);

export function QrcodePanel({ element }: { element: QrcodeElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('qrcode');
  const change = useNewSymbology<'qrcode'>(element);
  const { symbology, options } = element;
  const level = chosen(symbology, options, 'level');

  function changeSymbology(next: MatrixSymbology): void {
    change(next, { symbology: next, options: keptOptions(next, options) });
  }

  return (
    <>
      <Section title={t('panel.code')}>
        <Row label={t('panel.symbology')}>
          <SelectField
            label={t('panel.symbology')}
            testId="symbology"
            value={symbology}
            choices={MATRIX_SYMBOLOGIES.map((value) => ({ value, label: symbologyInfo(value).title }))}
            onChange={changeSymbology}
          />
        </Row>
        <SymbolOptionFields
          symbology={symbology}
          options={options}
          onChange={(changed) => patch({ options: changed })}
        />
        {QR_LEVELS.has(level) ? <p className="ed-hint">{t(`level.${level}`)}</p> : null}
        {chosen(symbology, options, 'mode') === 'postal' ? <p className="ed-hint">{t('symbolHint.postal')}</p> : null}
      </Section>
      <ContentSection element={element} lines={1}>
        <LabelCode element={element} />
        <Gs1Edit element={element} />
        <QrContentEdit element={element} />
      </ContentSection>
      <NumberSection element={element} patch={patch} end={end} />
    </>
  );
}

/** Makes a code the address of its own label: scanning it opens the label. Only for a single typed text. */
function LabelCode({ element }: { readonly element: QrcodeElement }): JSX.Element | null {
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
