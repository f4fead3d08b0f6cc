import { useEffect, useId, useMemo, useRef, useState, type ReactElement } from 'react';
import { Button, Input, Modal, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AssetKey } from '#model/kernel/ids.ts';
import { toBase64 } from '#model/kernel/base64.ts';
import type { Result } from '#model/kernel/result.ts';
import { CONTENT_MODES, type ContentMode } from '#model/elements/base/pins.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { nameFaultText } from '#app/state/i18n/name-fault-text.ts';
import type { Asset, LabelSettings } from '#model/template/template.ts';
import { useSetUnit, useUnit, type MeasureUnit } from '#app/state/unit.ts';
import type { BackgroundAsset } from '../../ui/background-asset.ts';
import { BackgroundField } from './BackgroundField.tsx';
import {
  backgroundPaths,
  formFromSettings,
  isFormValid,
  numberFault,
  numberOf,
  settingsFromForm,
  withCanvas,
  withNumber,
  withoutCanvas,
  withoutPath,
  type FormField,
  type LabelForm,
  type NumberField,
} from './label-form.ts';
import { FormNumber } from './FormNumber.tsx';
import { LengthFields } from './LengthFields.tsx';
import { SheetFields } from './SheetFields.tsx';
import { SheetPreview } from './SheetPreview.tsx';
import { keepRecentSize } from './recent-sizes.ts';
import { StockFields } from './StockFields.tsx';
import './label-dialog.css';

export interface LabelDialogProps {
  readonly open: boolean;
  /** `create` starts with a default name and 100 x 80 mm; `set` edits `initial`. */
  readonly mode: 'create' | 'set';
  readonly initial?: LabelSettings;
  /** The bytes of `initial.canvases`, for the preview. */
  readonly images?: ReadonlyMap<AssetKey, Asset>;
  /** What happens to the label's elements unless the user chooses otherwise; left out for a label without any. */
  readonly contents?: ContentMode;
  readonly onCancel: () => void;
  /** `images` are those that were uploaded in this dialog. */
  readonly onConfirm: (settings: LabelSettings, images: ReadonlyMap<AssetKey, Asset>, contents: ContentMode) => void;
}

/** The dialog for creating a label and for its settings. Closing it discards the input. */
export function LabelDialog(props: LabelDialogProps): ReactElement {
  const { t } = useTranslation('label');
  return (
    <Modal
      open={props.open}
      title={t(props.mode === 'create' ? 'title.create' : 'title.set')}
      width={920}
      centered
      destroyOnHidden
      footer={null}
      mask={{ closable: false }}
      onCancel={props.onCancel}
    >
      {props.open ? <LabelDialogBody {...props} /> : null}
    </Modal>
  );
}

function LabelDialogBody(props: LabelDialogProps): ReactElement {
  const { t } = useTranslation(['label', 'common', 'tips']);
  const unit = useUnit();
  const setUnit = useSetUnit();
  const nameId = useId();
  const [form, setForm] = useState<LabelForm>(() =>
    formFromSettings(props.initial ?? createLabelSettings(t('label:defaultName'))),
  );
  const [added, setAdded] = useState<ReadonlyMap<AssetKey, Asset>>(new Map());
  const [reading, setReading] = useState<Promise<Result<BackgroundAsset>> | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const [contents, setContents] = useState<ContentMode>(props.contents ?? 'stay');
  const pages = useMemo(
    () => form.canvases.map((key) => ({ key, url: imageUrl(added.get(key) ?? props.images?.get(key)) })),
    [form.canvases, added, props.images],
  );
  const settings = usablePreview(form);
  const fault = nameFaultText(t, form.name);

  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  /** Confirms with an image that was chosen before; if it can't be read, the dialog stays open with the reason. */
  async function confirm(): Promise<void> {
    if (!isFormValid(form) || isConfirmed) return;
    setConfirmed(true);
    const late = await reading;
    setConfirmed(false);
    if (late?.ok === false || !isOpen.current) return;
    const whole = late === null ? form : withCanvas(form, late.value.key);
    const images = late === null ? added : new Map([...added, [late.value.key, late.value.asset]]);
    keepRecentSize(whole);
    const used = new Map([...images].filter(([key]) => whole.canvases.includes(key)));
    props.onConfirm(settingsFromForm(whole), used, contents);
  }
  const input = (field: FormField): ReactElement => (
    <FormNumber
      key={field}
      field={field}
      unit={unit}
      value={numberOf(form, field)}
      onChange={(value) => setForm((before) => withNumber(before, field, value))}
    />
  );

  return (
    <form
      className="label-dialog"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <div className="label-dialog-fields">
        <div className="label-field">
          <label htmlFor={nameId}>{t('field.name')}</label>
          <Input
            id={nameId}
            autoFocus
            value={form.name}
            // Typing replaces the default name, as in a system dialog.
            onFocus={(event) => (props.mode === 'create' ? event.currentTarget.select() : undefined)}
            maxLength={100}
            status={fault === null ? '' : 'error'}
            aria-invalid={fault !== null}
            onChange={(event) => setForm({ ...form, name: event.target.value })}
          />
          {fault === null ? null : (
            <p className="label-field-fault" role="alert">
              {fault}
            </p>
          )}
        </div>
        <StockFields form={form} onChoose={({ numbers }) => setForm({ ...form, numbers })} />
        <div className="label-dialog-row label-dialog-row-three">
          {input('width')}
          {input('height')}
          <div className="label-field">
            <span className="label-field-caption">{t('common:unit.label')}</span>
            <Segmented<MeasureUnit>
              block
              value={unit}
              aria-label={t('common:unit.label')}
              options={[
                { value: 'mm', label: t('common:unit.mm') },
                { value: 'inch', label: t('common:unit.inch') },
              ]}
              onChange={setUnit}
            />
          </div>
        </div>
        {props.contents === undefined ? null : (
          <div className="label-field">
            <span className="label-field-caption">{t('field.contents')}</span>
            <Segmented<ContentMode>
              block
              value={contents}
              disabled={!hasOtherSize(settings, props.initial)}
              aria-label={t('field.contents')}
              options={CONTENT_MODES.map((value) => ({ value, label: t(`contents.${value}`) }))}
              onChange={setContents}
            />
          </div>
        )}
        <LengthFields form={form} input={input} onChange={setForm} />
        <SheetFields numbers={form.numbers} input={input} />
        <BackgroundField
          pages={pages}
          chosen={form.background}
          printBackground={form.printBackground}
          onPrintBackground={(print) => setForm({ ...form, printBackground: print })}
          onChoose={(background) => setForm({ ...form, background })}
          onReading={setReading}
          onAdd={({ key, asset }) => {
            setAdded(new Map([...added, [key, asset]]));
            setForm((before) => withCanvas(before, key));
          }}
          onRemove={(key) => setForm(withoutCanvas(form, key))}
          paths={backgroundPaths(form)}
          onRemovePath={(path) => setForm(withoutPath(form, path))}
        />
      </div>
      <aside className="label-dialog-side">
        <SheetPreview
          settings={settings}
          unit={unit}
          backgroundUrl={pages.find((page) => page.key === form.background)?.url ?? null}
        />
        {props.mode === 'create' ? (
          <Link className="label-dialog-ready" to="/shareTemplate">
            {t('ready')}
          </Link>
        ) : null}
        <div className="label-dialog-buttons">
          <Button size="large" onClick={props.onCancel}>
            {t('common:action.cancel')}
          </Button>
          <Button size="large" type="primary" htmlType="submit" disabled={!isFormValid(form)} loading={isConfirmed}>
            {t(props.mode === 'create' ? 'confirm.create' : 'confirm.set')}
          </Button>
        </div>
      </aside>
    </form>
  );
}

function hasOtherSize(settings: LabelSettings, before: LabelSettings | undefined): boolean {
  return before !== undefined && (settings.widthMm !== before.widthMm || settings.heightMm !== before.heightMm);
}

function imageUrl(asset: Asset | undefined): string | null {
  return asset === undefined ? null : `data:${asset.mime};base64,${toBase64(asset.bytes)}`;
}

/** The settings for the preview: those of the form, with the default for each number outside its limits. */
function usablePreview(form: LabelForm): LabelSettings {
  const numbers = Object.fromEntries(
    Object.entries(form.numbers).map(([field, value]) => [
      field,
      numberFault(field as NumberField, value) === null ? value : null,
    ]),
  ) as LabelForm['numbers'];
  return settingsFromForm({ ...form, numbers });
}
