import { Button, Modal, Segmented } from 'antd';
import { useEffect, useMemo, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { toBase64 } from '#model/kernel/base64.ts';
import type { ContentMode } from '#model/elements/base/pins.ts';
import { resizeLabel, suitingMode } from '#editor/commands/label-size.ts';
import type { StockSize } from '#app/library/new-label/stock-size.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { measuredTemplate } from '#app/state/measured-template.ts';
import { useServices } from '#app/state/services.tsx';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { checkSize, onStock, otherSizes, type SizeCheck } from './other-sizes.ts';
import './other-sizes.css';

export interface OtherSizesDialogProps {
  onClose(): void;
}

/** Findings of a size that are listed; more are only counted. */
const MOST_LISTED = 2;
const NO_CHECKS = { pins: new Map(), scale: new Map(), stay: new Map() };
/** Elements that stay would be off most of the sizes. */
const MODES: readonly ContentMode[] = ['pins', 'scale'];

/** The open label on other stock, each painted and checked. One of the sizes can be used for the label. */
export function OtherSizesDialog({ onClose }: OtherSizesDialogProps): JSX.Element {
  const { t } = useTranslation(['sizes', 'common', 'label']);
  const { editor } = useEditorSession();
  const { run } = useActions();
  const [template] = useState(() => editor.state().template);
  const [mode, setMode] = useState<ContentMode>(() => suitingMode(template));
  const sizes = useMemo(() => otherSizes(template.label), [template]);
  const checks = useSizeChecks(sizes, mode);
  const fitting = [...checks.values()].filter(isFitting).length;

  function use(stock: StockSize): void {
    onClose();
    run(resizeLabel(onStock(template.label, stock), mode));
    editor.fit();
  }

  return (
    <Modal
      open
      centered
      width={1040}
      title={t('title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      <div className="ed-sizes-head">
        <Segmented<ContentMode>
          value={mode}
          aria-label={t('label:field.contents')}
          options={MODES.map((value) => ({ value, label: t(`label:contents.${value}`) }))}
          onChange={setMode}
        />
        <p role="status" data-testid="sizes-status">
          {checks.size < sizes.length
            ? t('checking', { done: checks.size, total: sizes.length })
            : t('checked', { fitting, total: sizes.length })}
        </p>
      </div>
      <p className="ed-sizes-hint">{t(mode === 'pins' ? 'hintPins' : 'hintScale')}</p>
      <ul className="ed-sizes" data-testid="other-sizes">
        {sizes.map((stock) => (
          <SizeCard key={stock.id} stock={stock} check={checks.get(stock.id)} onUse={() => use(stock)} />
        ))}
      </ul>
    </Modal>
  );
}

function SizeCard(props: {
  readonly stock: StockSize;
  readonly check: SizeCheck | undefined;
  onUse(): void;
}): JSX.Element {
  const { t, i18n } = useTranslation(['sizes', 'problems']);
  const { stock, check, onUse } = props;
  const unit = useUnit();
  const { numbers, maker, article } = stock;
  const size = formatSize(numbers.width, numbers.height, unit, i18n.language);
  const png = check?.picture ?? null;
  const outcome = check === undefined ? 'checking' : isFitting(check) ? 'fits' : 'found';
  return (
    <li data-testid="size-card" data-outcome={outcome}>
      <div className="ed-size-picture">
        {png === null ? null : <img src={`data:image/png;base64,${toBase64(png)}`} alt={t('picture', { size })} />}
      </div>
      <strong>{size}</strong>
      {maker === null ? null : <small>{`${maker} ${article}`.trim()}</small>}
      <SizeOutcome check={check} />
      <Button size="small" aria-label={t('useSize', { size })} onClick={onUse}>
        {t('use')}
      </Button>
    </li>
  );
}

/** What the check of a size found. */
function SizeOutcome({ check }: { readonly check: SizeCheck | undefined }): JSX.Element {
  const { t } = useTranslation(['sizes', 'problems']);
  if (check === undefined) return <p>{t('waiting')}</p>;
  if (check.problem !== null) return <p>{problemText(t, check.problem)}</p>;
  if (check.findings.length === 0) return <p className="ed-size-fits">{t('fits')}</p>;
  const listed = check.findings.slice(0, MOST_LISTED);
  const more = check.findings.length - listed.length;
  return (
    <ul className="ed-size-findings">
      {listed.map(({ elementId, elementName, problem }, i) => (
        <li key={`${elementId} ${i}`}>
          {elementName === '' ? null : <b>{elementName}: </b>}
          {problemText(t, problem)}
        </li>
      ))}
      {more === 0 ? null : <li>{t('more', { count: more })}</li>}
    </ul>
  );
}

function isFitting({ problem, findings }: SizeCheck): boolean {
  return problem === null && findings.length === 0;
}

/** The checks of the sizes so far, by their ids, one after the other. */
function useSizeChecks(sizes: readonly StockSize[], mode: ContentMode): ReadonlyMap<string, SizeCheck> {
  const { editor, render, data, printer } = useEditorSession();
  const { printRenderer } = useServices();
  const [checks, setChecks] = useState<Readonly<Record<ContentMode, ReadonlyMap<string, SizeCheck>>>>(NO_CHECKS);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    async function checkAll(): Promise<void> {
      await data.settled();
      const template = await measuredTemplate(editor.state().template, render, signal);
      const parts = { render, printRenderer, printer: await printer.look(signal), record: data.state.get().record };
      for (const stock of sizes) {
        const check = await checkSize(template, onStock(template.label, stock), mode, parts, signal);
        if (signal.aborted) return;
        setChecks((before) => ({ ...before, [mode]: new Map(before[mode]).set(stock.id, check) }));
      }
    }
    void checkAll();
    return () => stop.abort();
  }, [data, editor, mode, printRenderer, printer, render, sizes]);
  return checks[mode];
}
