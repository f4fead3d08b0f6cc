import { Button } from 'antd';
import { useState, type JSX, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { symbolOverflow } from '#model/elements/symbol-overflow.ts';
import type { SymbolChoice } from '#model/elements/symbol-choices.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import { isBelow, type Grade } from '#model/symbology/read/grade.ts';
import { sizeProblems } from '#model/symbology/size.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { RESOLUTIONS, storedResolution, storeResolution } from '#app/print/print-settings.ts';
import { Icon } from '../widgets/icons.tsx';
import { IconChoice, Row, Section, SelectField } from '../widgets/fields.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { usePatch } from '../session/patch.ts';
import { useStore } from '#app/state/store.ts';
import { contentOf } from '#model/data/content.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { numberFormat } from '#app/state/language-formats.ts';

export interface SymbolSizeSectionProps {
  readonly element: BarcodeElement | QrcodeElement;
}

/** Shows the printed size of the symbol, its measures below the standard, and what lowers its grade. */
export function SymbolSizeSection({ element }: SymbolSizeSectionProps): JSX.Element {
  const { t, i18n } = useTranslation(['editor', 'problems']);
  const { patch } = usePatch(element.type);
  const [dpi, setDpi] = useState(storedResolution);
  const size = useSymbolSize(element, dpi);
  const check = useStore(useEditorSession().checks).find((one) => one.elementId === element.id);
  const excess = size === null ? null : symbolOverflow(element, size, dpi);
  const tooSmall = size === null ? [] : sizeProblems(size);
  const isChoosable = size !== null && size.choices.length > 0 && !element.locked;
  // The verification may find the same measures too small: they are reported once, with the size that is shown here.
  const lowering = (check?.problem === null ? check.notes : [])
    .map((note) => note.problem)
    .filter(({ code }) => !tooSmall.some((known) => known.code === code));
  const label = t('symbolSize.resolution');
  return (
    <Section title={t('symbolSize.title')}>
      <Row label={label}>
        <IconChoice
          label={label}
          value={String(dpi)}
          choices={RESOLUTIONS.map((value) => ({ value: String(value), label: String(value) }))}
          onChange={(value) => {
            storeResolution(Number(value));
            setDpi(Number(value));
          }}
        />
      </Row>
      {size !== null && isChoosable ? <SizeChoice size={size} onChoose={({ box }) => patch(box)} /> : null}
      {size === null ? null : <Measures size={size} withDots={!isChoosable} />}
      {excess === null ? null : (
        <p className="ed-symbol-warning" data-testid="symbol-overflow">
          <Icon name="warning" size={16} />
          <span>
            {t('symbolOverflow.says', {
              mm: numberFormat(i18n.language, { maximumFractionDigits: 2 }).format(excess.mm),
              count: excess.modules,
              dpi,
            })}
          </span>
        </p>
      )}
      {[...tooSmall, ...lowering].map((problem) => (
        <p key={problem.code} className="ed-symbol-warning" data-testid="symbol-size-warning">
          <Icon name="warning" size={16} />
          <span>{problemText(t, problem)}</span>
        </p>
      ))}
      {size === null || element.locked || isFitting(element, size) ? null : (
        <Button size="small" onClick={() => patch(size.fitting)}>
          {t('symbolSize.fit')}
        </Button>
      )}
    </Section>
  );
}

function isFitting({ widthMm, heightMm }: SymbolSizeSectionProps['element'], { fitting }: ElementSymbolSize): boolean {
  const height = fitting.heightMm ?? heightMm;
  return Math.max(Math.abs(fitting.widthMm - widthMm), Math.abs(height - heightMm)) < 0.0005;
}

/** The grades for choosing a size: the common requirements of print shops. */
const WANTED = ['A', 'B', 'C'] as const satisfies readonly Grade[];

interface SizeChoiceProps {
  readonly size: ElementSymbolSize;
  readonly onChoose: (choice: SymbolChoice) => void;
}

/** The size by whole dots per module, or the smallest one for a grade. */
function SizeChoice({ size, onChoose }: SizeChoiceProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const label = t('symbolSize.dots');
  return (
    <>
      <Row label={label}>
        <SelectField
          label={label}
          testId="symbol-module"
          value={String(size.moduleDots)}
          choices={size.choices.map(({ moduleDots, moduleMm, grade }) => ({
            value: String(moduleDots),
            label: t('symbolSize.choice', {
              count: moduleDots,
              mm: numberFormat(i18n.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(moduleMm),
              grade,
            }),
          }))}
          onChange={(value) => {
            const choice = size.choices.find(({ moduleDots }) => String(moduleDots) === value);
            if (choice !== undefined) onChoose(choice);
          }}
        />
      </Row>
      <Row label={t('symbolSize.byGrade')}>
        <span className="ed-symbol-grades">
          {WANTED.map((grade) => {
            const choice = size.choices.find((one) => !isBelow(one.grade, grade));
            return (
              <Button
                key={grade}
                size="small"
                aria-label={t('symbolSize.smallest', { grade })}
                disabled={choice === undefined}
                onClick={() => (choice === undefined ? undefined : onChoose(choice))}
              >
                {grade}
              </Button>
            );
          })}
        </span>
      </Row>
    </>
  );
}

interface MeasuresProps {
  readonly size: ElementSymbolSize;
  /** False if the module size can be chosen: the choice then shows its dots. */
  readonly withDots: boolean;
}

function Measures({ size, withDots }: MeasuresProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const number = (value: number, digits: number): string =>
    numberFormat(i18n.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const { left, right } = size.quietMm;
  const quiet = left === right ? number(left, 1) : `${number(left, 1)} / ${number(right, 1)}`;
  return (
    <dl className="ed-symbol-size" data-testid="symbol-size">
      <dt>{t('symbolSize.module')}</dt>
      <dd>{t('symbolSize.mmAndMil', { mm: number(size.moduleMm, 3), mil: number(size.moduleMil, 1) })}</dd>
      {withDots ? (
        <>
          <dt>{t('symbolSize.dots')}</dt>
          <dd>{size.moduleDots}</dd>
        </>
      ) : null}
      <dt>{t('symbolSize.size')}</dt>
      <dd>{t('symbolSize.mm', { mm: `${number(size.widthMm, 1)} × ${number(size.heightMm, 1)}` })}</dd>
      <dt>{t('symbolSize.quiet')}</dt>
      <dd>{t('symbolSize.mm', { mm: quiet })}</dd>
    </dl>
  );
}

/** A drag changes the element in every frame, so it is measured only after a pause. */
const IDLE_MS = 120;

/** The printed size of the element's symbol; null while it is unknown or if the symbol is invalid. */
function useSymbolSize(element: BarcodeElement | QrcodeElement, dpi: number): ElementSymbolSize | null {
  const { render, data } = useEditorSession();
  const { record } = useStore(data.state);
  const { widthMm, heightMm } = useEditorState((s) => s.template.label);
  const content = useEditorState(({ template }) => {
    const values = createElementValues(elementLookup(template.elements), record, { now: localTimeAt() });
    const known = contentOf(element.sources, record, values);
    return known.ok ? known.value : null;
  });
  const [size, setSize] = useState<ElementSymbolSize | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    const timer = startTimer(async () => {
      const label = { widthMm, heightMm };
      const measured = content === null ? null : await render.symbolSize(element, content, dpi, label, aborter.signal);
      if (!aborter.signal.aborted) setSize(measured?.ok === true ? measured.value : null);
    }, IDLE_MS);
    return () => {
      stopTimer(timer);
      aborter.abort();
    };
  }, [element, content, dpi, widthMm, heightMm, render]);
  return size;
}
