import { useRef, useState } from 'react';
import type { ChangeEvent, ReactElement } from 'react';
import { DeleteOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { IMAGE_LIMIT_KB, readBackground, type BackgroundAsset } from './background-asset.ts';

interface BackgroundFieldProps {
  readonly hasBackground: boolean;
  /** Address of the image; null where there is none, or where its bytes are not at hand. */
  readonly imageUrl: string | null;
  readonly printBackground: boolean;
  readonly onPrintBackground: (print: boolean) => void;
  /** Null deletes it. */
  readonly onChange: (background: BackgroundAsset | null) => void;
}

/** The background image: upload, replace, delete, and whether it prints. */
export function BackgroundField(props: BackgroundFieldProps): ReactElement {
  const { t } = useTranslation(['label', 'tips', 'problems']);
  const { createRenderClient } = useServices();
  const picker = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  const [reading, setReading] = useState(false);

  async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0];
    event.target.value = ''; // choosing the same file again must be heard
    if (file === undefined) return;
    setReading(true);
    const render = createRenderClient();
    const read = await readBackground(file, (bytes) => render.inspectImage(bytes));
    render.dispose();
    setReading(false);
    setFault(read.ok ? null : read.error);
    if (read.ok) props.onChange(read.value);
  }

  return (
    <div className="label-background">
      <div className="label-background-thumb" data-empty={props.imageUrl === null}>
        {props.imageUrl === null ? <PictureOutlined /> : <img src={props.imageUrl} alt={t('field.background')} />}
      </div>
      <div className="label-background-actions">
        <span className="label-background-title">{t('field.background')}</span>
        <div>
          <Button icon={<UploadOutlined />} loading={reading} onClick={() => picker.current?.click()}>
            {t(props.hasBackground ? 'background.replace' : 'background.upload')}
          </Button>
          {props.hasBackground ? (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              onClick={() => {
                setFault(null);
                props.onChange(null);
              }}
            >
              {t('background.delete')}
            </Button>
          ) : null}
        </div>
        {props.hasBackground ? (
          <Checkbox checked={props.printBackground} onChange={(event) => props.onPrintBackground(event.target.checked)}>
            {t('background.print')}
          </Checkbox>
        ) : (
          <span className="label-background-hint">{t('background.hint')}</span>
        )}
        {fault === null ? null : (
          <p className="label-field-fault" role="alert">
            {backgroundFaultText(t, fault)}
          </p>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".png,.jpg,.jpeg,image/png,image/jpeg"
          aria-label={t('background.upload')}
          onChange={(event) => void take(event)}
        />
      </div>
    </div>
  );
}

/** The specification's own words where it has them. */
function backgroundFaultText(t: TFunction, fault: Problem): string {
  if (fault.code === 'image.wrongType') return t('tips:tip39');
  if (fault.code === 'image.tooLarge') return `${t('tips:tip30')}${IMAGE_LIMIT_KB}${t('tips:tip31')}`;
  return problemText(t, fault);
}
