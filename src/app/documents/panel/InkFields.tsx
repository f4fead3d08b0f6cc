import type { JSX } from 'react';
import { Checkbox, Select, Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DocumentLook } from '#model/document/document-look.ts';
import { ONE_BIT_MODES, type OneBitMode } from '#model/elements/base/display-op.ts';

/** Conversion of gray to black and white, and the handling of codes on the page. */
export function InkFields(props: {
  readonly look: DocumentLook;
  readonly onChange: (look: DocumentLook) => void;
}): JSX.Element {
  const { look, onChange } = props;
  const { t } = useTranslation('documents');
  return (
    <>
      <Select<OneBitMode>
        className="doc-select"
        aria-label={t('ink.mode')}
        data-testid="one-bit"
        value={look.oneBit}
        options={ONE_BIT_MODES.map((mode) => ({ value: mode, label: t(`ink.${mode}`) }))}
        onChange={(oneBit) => onChange({ ...look, oneBit })}
      />
      {look.oneBit === 'threshold' ? (
        <div className="doc-threshold">
          <span aria-hidden>{t('ink.lighter')}</span>
          <Slider
            min={1}
            max={254}
            value={look.threshold}
            ariaLabelForHandle={t('ink.level')}
            tooltip={{ open: false }}
            onChange={(threshold) => onChange({ ...look, threshold })}
          />
          <span aria-hidden>{t('ink.darker')}</span>
        </div>
      ) : null}
      <Checkbox checked={look.sharpen} onChange={(event) => onChange({ ...look, sharpen: event.target.checked })}>
        {t('ink.sharpen')}
      </Checkbox>
      <Checkbox checked={look.invert} onChange={(event) => onChange({ ...look, invert: event.target.checked })}>
        {t('ink.invert')}
      </Checkbox>
    </>
  );
}

/** The handling of codes that are found on the page. */
export function CodeFields(props: {
  readonly look: DocumentLook;
  readonly onChange: (look: DocumentLook) => void;
}): JSX.Element {
  const { look, onChange } = props;
  const { t } = useTranslation('documents');
  return (
    <>
      <Checkbox
        checked={look.symbols === 'remake'}
        onChange={(event) => onChange({ ...look, symbols: event.target.checked ? 'remake' : 'keep' })}
      >
        {t('codes.remake')}
      </Checkbox>
      <Checkbox
        checked={look.unread === 'allow'}
        onChange={(event) => onChange({ ...look, unread: event.target.checked ? 'allow' : 'refuse' })}
      >
        {t('codes.allow')}
      </Checkbox>
    </>
  );
}
