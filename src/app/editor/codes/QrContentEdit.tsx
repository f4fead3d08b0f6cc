import { Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { setText } from '#editor/commands/content.ts';
import { setSwissBill } from '#editor/commands/swiss-bill.ts';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import { useActions } from '../session/actions.tsx';
import type { QrContentDialogProps } from './QrContentDialog.tsx';

/** Loaded on demand: few labels need it. */
const late: LazyComponent<QrContentDialogProps> = createLazyComponent(
  async () => (await import('./QrContentDialog.tsx')).QrContentDialog,
  (props) => <FallbackDialog {...props} onClose={props.onCancel} />,
);

/** The button that opens the content dialog; only for a QR code with typed content. */
export function QrContentEdit({ element }: { readonly element: QrcodeElement }): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const [open, setOpen] = useState(false);
  const [source, more] = element.sources;
  if (element.symbology !== 'qr' || source?.type !== 'fixed' || more !== undefined || source.opensLabel === true) {
    return null;
  }
  return (
    <>
      <Button size="small" block data-testid="qrcontent-edit" onClick={() => setOpen(true)}>
        {t('qrContent.edit')}
      </Button>
      {open ? (
        <late.Part
          content={source.text}
          onCancel={() => setOpen(false)}
          onConfirm={(content, kind) => {
            setOpen(false);
            const slot = { id: element.id, content: 0 };
            run(kind === 'swissBill' ? setSwissBill(element, content) : setText(slot, content));
          }}
        />
      ) : null}
    </>
  );
}
