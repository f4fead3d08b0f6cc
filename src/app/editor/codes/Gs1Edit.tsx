import { Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { setText } from '#editor/commands/content.ts';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import { useActions } from '../session/actions.tsx';
import type { Gs1DialogProps } from './Gs1Dialog.tsx';

/** Loaded on demand: it includes the table of identifiers, which few labels need. */
const late: LazyComponent<Gs1DialogProps> = createLazyComponent(
  async () => (await import('./Gs1Dialog.tsx')).Gs1Dialog,
  (props) => <FallbackDialog {...props} onClose={props.onCancel} />,
);

/** The button that opens the GS1 dialog; only for a GS1 symbol with typed content. */
export function Gs1Edit({ element }: { element: BarcodeElement | QrcodeElement }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const [open, setOpen] = useState(false);
  const { gs1, title } = symbologyInfo(element.symbology);
  const [source, more] = element.sources;
  if (gs1 === undefined || source?.type !== 'fixed' || more !== undefined) return null;
  return (
    <>
      <Button size="small" block data-testid="gs1-edit" onClick={() => setOpen(true)}>
        {t('panel.editGs1')}
      </Button>
      {open ? (
        <late.Part
          use={gs1}
          content={source.text}
          title={title}
          onCancel={() => setOpen(false)}
          onConfirm={(content) => {
            setOpen(false);
            run(setText({ id: element.id, content: 0 }, content));
          }}
        />
      ) : null}
    </>
  );
}
