import type { JSX, ReactNode } from 'react';
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DocumentLook } from '#model/document/document-look.ts';
import { withRect } from '../boxes/box-edits.ts';
import { boxesAt, shownSize, withBoxes, type SessionDocument } from '../session/session-document.ts';
import { OpenInEditor } from '../OpenInEditor.tsx';
import { PresetField } from './PresetField.tsx';
import { usePresets, useSignature } from './use-presets.ts';
import type { DocumentPrint } from '../use-document-print.ts';
import { BoxFields } from './BoxFields.tsx';
import { CodeFields, InkFields } from './InkFields.tsx';
import type { PageToOpen } from '../open-page.ts';
import { PagesField } from './PagesField.tsx';
import { PlacementFields } from './PlacementFields.tsx';
import { SheetFields } from './SheetFields.tsx';
import { SizeField } from './SizeField.tsx';
import type { Look } from '../session/use-look.ts';
import { WayField } from './WayField.tsx';

interface SettingsColumnProps {
  readonly document: SessionDocument;
  readonly page: number;
  readonly look: Look;
  readonly print: DocumentPrint;
  readonly chosen: ReadonlySet<number>;
  readonly onLook: (next: Partial<Look>) => void;
  readonly onUpdate: (change: (document: SessionDocument) => SessionDocument) => void;
  readonly onPage: (documentId: number, page: number) => void;
  readonly onPrint: () => void;
}

/** All settings of the documents, and the Print button. */
export function SettingsColumn(props: SettingsColumnProps): JSX.Element {
  const { document, page, print, chosen, onLook, onUpdate, onPage, onPrint } = props;
  const { look, size, sheet } = props.look;
  const { t } = useTranslation('documents');
  const { unconfirmed } = print;
  const boxes = boxesAt(document, page) ?? [];
  const lone = chosen.size === 1 ? boxes.find(({ id }) => chosen.has(id)) : undefined;
  const setLook = (next: DocumentLook): void => onLook({ look: next });
  return (
    <aside className="doc-right">
      <div className="doc-settings">
        <Section title={t('way.label')}>
          <WayField way={document.way} onWay={(way) => onUpdate((one) => ({ ...one, way }))} />
          {document.way === 'auto' ? (
            <Checkbox
              checked={document.isOneCrop}
              onChange={(event) => onUpdate((one) => ({ ...one, isOneCrop: event.target.checked }))}
            >
              {t('finder.oneCrop')}
            </Checkbox>
          ) : null}
        </Section>
        {lone === undefined ? null : (
          <Section title={t('box.title')}>
            <BoxFields
              box={lone}
              page={shownSize(document, page)}
              onChange={(rect) => onUpdate((one) => withBoxes(one, new Map([[page, withRect(boxes, lone.id, rect)]])))}
            />
          </Section>
        )}
        {document.way === 'custom' ? <PresetSection document={document} page={page} onUpdate={onUpdate} /> : null}
        <Section title={t('range.label')}>
          <PagesField document={document} page={page} onUpdate={onUpdate} />
        </Section>
        <Section title={t('size.title')}>
          <SizeField choice={size} sheet={sheet} size={print.size} onChange={onLook} />
          <SheetFields sheet={sheet} onChange={(next) => onLook({ sheet: next })} />
        </Section>
        <Section title={t('fit.title')}>
          <PlacementFields placement={look.placement} onChange={(placement) => setLook({ ...look, placement })} />
        </Section>
        <Section title={t('ink.title')}>
          <InkFields look={look} onChange={setLook} />
        </Section>
        <Section title={t('codes.title')}>
          <CodeFields look={look} onChange={setLook} />
        </Section>
        <Section title={t('open.title')}>
          <OpenInEditor page={pageToOpen(props, lone?.id)} />
        </Section>
      </div>
      <div className="doc-right-end">
        {print.isWaiting ? <p className="doc-hint">{t('print.wait')}</p> : null}
        {unconfirmed === null ? null : (
          <p className="doc-hint">
            <span>{t('print.confirm', { page: unconfirmed.page + 1 })}</span>
            {unconfirmed.documentId === document.id && unconfirmed.page === page ? null : (
              <Button type="link" size="small" onClick={() => onPage(unconfirmed.documentId, unconfirmed.page)}>
                {t('print.showPage')}
              </Button>
            )}
          </p>
        )}
        <Button
          type="primary"
          size="large"
          block
          icon={<PrinterOutlined aria-hidden />}
          disabled={print.labels.length === 0 || print.isWaiting || unconfirmed !== null}
          onClick={onPrint}
        >
          {t('print.open', { count: print.labels.length })}
        </Button>
      </div>
    </aside>
  );
}

/** The selected box, or the first label of the current page. */
function pageToOpen(
  { document, page, look: { look }, print }: Pick<SettingsColumnProps, 'document' | 'page' | 'look' | 'print'>,
  lone: number | undefined,
): PageToOpen | null {
  const there = print.labels.filter((label) => label.documentId === document.id && label.page === page);
  const label = there.find(({ box }) => box !== null && box.id === lone) ?? there[0];
  if (label === undefined) return null;
  const { size, dpi } = print;
  return { part: label.part, look, size, dpi, fileName: document.info.fileName };
}

function PresetSection(props: {
  readonly document: SessionDocument;
  readonly page: number;
  readonly onUpdate: (change: (document: SessionDocument) => SessionDocument) => void;
}): JSX.Element {
  const { document, page, onUpdate } = props;
  const { t } = useTranslation('documents');
  const presets = usePresets();
  const signature = useSignature(document, page);
  return (
    <Section title={t('preset.title')}>
      <PresetField document={document} page={page} presets={presets} signature={signature} onUpdate={onUpdate} />
    </Section>
  );
}

/** A section of the settings with its heading. */
function Section(props: { readonly title: string; readonly children: ReactNode }): JSX.Element {
  return (
    <section className="doc-section">
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}
