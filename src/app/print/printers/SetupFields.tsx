import { useId, type ReactElement, type ReactNode } from 'react';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { abilitiesOf, type Steps } from '#protocol/language-abilities.ts';
import { MAX_GAP_MM, type PrinterSetup } from '#protocol/printer-setup.ts';
import { PRINTER_LANGUAGES, type PrinterLanguageName } from '#protocol/printer-settings.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import './printers.css';

/** Resolutions of common print heads, for printers that do not report their own. */
const HEADS: readonly number[] = [152, 180, 200, 203, 300, 305, 406, 600];
/** Its pages contain no commands of a printer; no label printer accepts it on a port. */
const LANGUAGE_CHOICES = PRINTER_LANGUAGES.filter((name) => name !== 'pwg');
/** The option for "not set": a select has no null. */
const AS_SET = 'asSet';

export interface SetupFieldsProps {
  /** Without a language there is only the resolution. */
  readonly takesLanguage: boolean;
  /** The resolutions that the printer reports; empty if it doesn't. */
  readonly dpis: readonly number[];
  readonly setup: PrinterSetup;
  onChange(setup: PrinterSetup): void;
  /** Called with whether all inputs are valid. */
  onReadable(isReadable: boolean): void;
}

/** The fields of a printer's saved settings; each offers the commands of its language. */
export function SetupFields(props: SetupFieldsProps): ReactElement {
  const { takesLanguage, setup, onChange } = props;
  const { t } = useTranslation(['printers', 'print', 'common']);
  const language = setup.language === null ? null : abilitiesOf(setup.language);
  const saysAll = props.dpis.length > (takesLanguage ? 1 : 0);
  const dpis = [...new Set([...(saysAll ? [] : HEADS), ...props.dpis])].sort((a, b) => a - b);
  const asSet = { value: AS_SET, label: t('asSet') };
  return (
    <div className="printers-fields">
      {takesLanguage ? (
        <Choice
          label={t('field.language')}
          value={setup.language ?? ''}
          options={LANGUAGE_CHOICES.map((name) => ({ value: name, label: abilitiesOf(name).title }))}
          placeholder={t('field.chooseLanguage')}
          // The steps of one language have no meaning in another.
          onChange={(name) =>
            onChange({
              ...setup,
              language: name as PrinterLanguageName,
              darkness: null,
              speed: null,
              media: null,
              finish: null,
            })
          }
        />
      ) : null}
      <Choice
        label={t('field.dpi')}
        value={setup.dpi === null ? AS_SET : String(setup.dpi)}
        options={[
          { value: AS_SET, label: t('anyDpi') },
          ...dpis.map((dpi) => ({ value: String(dpi), label: t('print:resolution.dpi', { dpi }) })),
        ]}
        onChange={(dpi) => onChange({ ...setup, dpi: dpi === AS_SET ? null : Number(dpi) })}
      />
      {language === null || language.media.length === 0 ? null : (
        <Choice
          label={t('field.media')}
          value={setup.media ?? AS_SET}
          options={[asSet, ...language.media.map((media) => ({ value: media, label: t(`media.${media}`) }))]}
          onChange={(name) => onChange({ ...setup, media: language.media.find((media) => media === name) ?? null })}
        />
      )}
      {setup.media === 'gap' || setup.media === 'mark' ? (
        <GapField setup={setup} onChange={onChange} onReadable={props.onReadable} />
      ) : null}
      {language?.darkness ? (
        <StepChoice
          label={t('field.darkness')}
          steps={language.darkness}
          value={setup.darkness}
          onChange={(darkness) => onChange({ ...setup, darkness })}
        />
      ) : null}
      {language?.speed ? (
        <StepChoice
          label={t('field.speed')}
          steps={language.speed}
          value={setup.speed}
          onChange={(speed) => onChange({ ...setup, speed })}
        />
      ) : null}
      {language === null || language.finishes.length === 0 ? null : (
        <Choice
          label={t('field.finish')}
          value={setup.finish ?? AS_SET}
          options={[asSet, ...language.finishes.map((finish) => ({ value: finish, label: t(`finish.${finish}`) }))]}
          onChange={(name) =>
            onChange({ ...setup, finish: language.finishes.find((finish) => finish === name) ?? null })
          }
        />
      )}
    </div>
  );
}

function GapField(props: Pick<SetupFieldsProps, 'setup' | 'onChange' | 'onReadable'>): ReactElement {
  const { setup, onChange, onReadable } = props;
  const { t } = useTranslation(['printers', 'common']);
  const id = useId();
  return (
    <Labelled label={t('field.gap')} id={id}>
      <NumberInput
        id={id}
        value={setup.gapMm}
        min={0}
        max={MAX_GAP_MM}
        step={0.5}
        unitMm={1}
        suffix={t('common:unit.mm')}
        onChange={(gapMm) => {
          onReadable(true);
          onChange({ ...setup, gapMm });
        }}
        onUnreadable={() => onReadable(false)}
      />
    </Labelled>
  );
}

/** A setting that the language counts in whole steps. */
function StepChoice(props: {
  readonly label: string;
  readonly steps: Steps;
  readonly value: number | null;
  onChange(value: number | null): void;
}): ReactElement {
  const { t } = useTranslation('printers');
  const { least, most } = props.steps;
  const steps = Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
  return (
    <Choice
      label={props.label}
      value={props.value === null ? AS_SET : String(props.value)}
      options={[{ value: AS_SET, label: t('asSet') }, ...steps.map((step) => ({ value: step, label: step }))]}
      onChange={(step) => props.onChange(step === AS_SET ? null : Number(step))}
    />
  );
}

/** A select with a few choices; an empty value means no choice. */
export function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder?: string;
  onChange(value: string): void;
}): ReactElement {
  const id = useId();
  return (
    <Labelled label={props.label} id={id}>
      <Select<string>
        id={id}
        aria-label={props.label}
        value={props.value === '' ? null : props.value}
        options={[...props.options]}
        placeholder={props.placeholder}
        onChange={props.onChange}
      />
    </Labelled>
  );
}

/** A field below its label. */
export function Labelled(props: {
  readonly label: string;
  readonly id: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="printers-field">
      <label htmlFor={props.id}>{props.label}</label>
      {props.children}
    </div>
  );
}
