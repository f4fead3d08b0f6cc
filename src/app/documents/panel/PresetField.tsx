import { useId, useState, type FormEvent, type JSX } from 'react';
import { DeleteOutlined } from '@ant-design/icons';
import { App, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { boxesAt, type SessionDocument } from '../session/session-document.ts';
import { presetOf, withPreset } from './apply-preset.ts';
import type { Presets } from './use-presets.ts';
import { matchesSignature, signatureSimilarity } from '#model/document/split/signature.ts';
import type { CropPreset } from '#services/storage/crop-presets.ts';

const MOST_LETTERS = 60;

/** Named custom boxes, for a carrier for instance: save, apply, delete. Shows whether the sheet is recognized. */
export function PresetField(props: {
  readonly document: SessionDocument;
  readonly page: number;
  readonly presets: Presets;
  /** The signature of the page; null while it is unknown. */
  readonly signature: string | null;
  readonly onUpdate: (change: (document: SessionDocument) => SessionDocument) => void;
}): JSX.Element {
  const { document, page, presets, signature, onUpdate } = props;
  const { t } = useTranslation(['documents', 'common', 'problems']);
  const { message } = App.useApp();
  const id = useId();
  const [name, setName] = useState('');
  const boxes = boxesAt(document, page) ?? [];
  const known = signature === null ? null : findPreset(presets.list, signature);

  function showProblem(fault: Problem | null, done: string): void {
    if (fault === null) void message.success(done);
    else void message.error(problemText(t, fault));
  }
  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault();
    const preset = signature === null ? null : presetOf(document, page, name.trim(), signature);
    if (preset === null) return;
    showProblem(await presets.put(preset), t('preset.kept', { name: preset.name }));
    setName('');
  }
  return (
    <>
      {known === null ? null : (
        <p className="doc-known" role="status">
          {t('preset.known', { name: known.name })}{' '}
          <Button size="small" onClick={() => onUpdate((one) => withPreset(one, page, known))}>
            {t('preset.use')}
          </Button>
        </p>
      )}
      {presets.list.length === 0 ? (
        <p className="doc-hint">{t('preset.none')}</p>
      ) : (
        <ul className="doc-presets">
          {presets.list.map((preset) => (
            <li key={preset.name} data-known={preset === known}>
              <Button
                size="small"
                className="doc-preset"
                onClick={() => onUpdate((one) => withPreset(one, page, preset))}
              >
                <span>{preset.name}</span>
                <small>{t('preset.boxes', { count: preset.boxes.length })}</small>
              </Button>
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('preset.delete', { name: preset.name })}
                onClick={() =>
                  void presets.remove(preset.name).then((fault) => fault !== null && showProblem(fault, ''))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <form className="doc-preset-form" onSubmit={(event) => void keep(event)}>
        <label htmlFor={id} className="only-spoken">
          {t('preset.name')}
        </label>
        <Input
          id={id}
          size="small"
          value={name}
          maxLength={MOST_LETTERS}
          placeholder={t('preset.name')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          size="small"
          htmlType="submit"
          disabled={name.trim() === '' || boxes.length === 0 || signature === null}
        >
          {t('preset.keep')}
        </Button>
      </form>
    </>
  );
}

/** The preset with the most similar sheet; null if none is similar enough. */
function findPreset(presets: readonly CropPreset[], signature: string): CropPreset | null {
  const alike = presets
    .filter((preset) => matchesSignature(preset.signature, signature))
    .map((preset) => ({ preset, by: signatureSimilarity(preset.signature, signature) }))
    .toSorted((a, b) => b.by - a.by);
  return alike[0]?.preset ?? null;
}
