import { useRef, useState, type ChangeEvent, type ReactElement } from 'react';
import { CloudOutlined, DeleteOutlined, PictureOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AssetKey } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { useCloudImage } from '#app/library/cloud-picker/use-cloud-image.tsx';
import { chooseByArrows, radioTabIndex } from '#app/ui/choice/radio-keys.ts';
import { useServices } from '#app/state/services.tsx';
import { imageFaultText, imageLimitKb, readBackground, type BackgroundAsset } from '../../ui/background-asset.ts';

/** A canvas page: its key and the address of its image; null if the image is not available. */
interface CanvasPage {
  readonly key: AssetKey;
  readonly url: string | null;
}

interface BackgroundFieldProps {
  readonly pages: readonly CanvasPage[];
  /** The page that is the background; null for none. */
  readonly chosen: AssetKey | null;
  readonly printBackground: boolean;
  readonly onPrintBackground: (print: boolean) => void;
  readonly onChoose: (key: AssetKey) => void;
  /** Called when an image is being read; a confirmation has to wait for it. Null afterwards. */
  readonly onReading: (reading: Promise<Result<BackgroundAsset>> | null) => void;
  readonly onAdd: (background: BackgroundAsset) => void;
  readonly onRemove: (key: AssetKey) => void;
  /** Paths of backgrounds in the file that could not be fetched. */
  readonly paths: readonly string[];
  readonly onRemovePath: (path: string) => void;
}

/** Lets the user add, choose and delete background images, and set whether the chosen one is printed. */
export function BackgroundField(props: BackgroundFieldProps): ReactElement {
  const { t } = useTranslation(['label', 'cloud', 'tips', 'problems']);
  const { api, createRenderClient } = useServices();
  const picker = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  const [reading, setReading] = useState(false);
  const cloud = useCloudImage();

  const { chosen } = props;
  const shown = props.pages.find((page) => page.key === chosen)?.url ?? null;

  const chosenAt = props.pages.findIndex((page) => page.key === chosen);
  function choose(index: number): void {
    const page = props.pages[index];
    if (page !== undefined) props.onChoose(page.key);
  }

  function picked(event: ChangeEvent<HTMLInputElement>): void {
    const file = event.target.files?.[0];
    event.target.value = ''; // otherwise choosing the same file again fires no event
    if (file !== undefined) void take(file);
  }

  async function readImage(file: File): Promise<Result<BackgroundAsset>> {
    const render = createRenderClient();
    const read = await readBackground(file, await imageLimitKb(api), (bytes) => render.inspectImage(bytes));
    render.dispose();
    return read;
  }

  async function take(file: File): Promise<void> {
    setReading(true);
    const reading = readImage(file);
    props.onReading(reading);
    const read = await reading;
    props.onReading(null);
    setReading(false);
    setFault(read.ok ? null : read.error);
    if (read.ok) props.onAdd(read.value);
  }

  return (
    <div className="label-background">
      <div className="label-background-thumb" data-empty={shown === null}>
        {shown === null ? <PictureOutlined aria-hidden /> : <img src={shown} alt={t('field.background')} />}
      </div>
      <div className="label-background-actions">
        <span className="label-background-title">{t('field.background')}</span>
        <div className="label-background-buttons">
          <Button icon={<UploadOutlined aria-hidden />} loading={reading} onClick={() => picker.current?.click()}>
            {t(props.pages.length > 0 ? 'background.add' : 'background.upload')}
          </Button>
          <Button
            icon={<CloudOutlined aria-hidden />}
            disabled={reading}
            onClick={() => void cloud.choose().then((file) => (file === null ? undefined : take(file)))}
          >
            {t('cloud:fromCloud')}
          </Button>
          {chosen === null ? null : (
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => {
                setFault(null);
                props.onRemove(chosen);
              }}
            >
              {t('background.delete')}
            </Button>
          )}
        </div>
        {props.pages.length > 1 || (chosen === null && props.pages.length > 0) ? (
          <div
            className="label-canvas-pages"
            role="radiogroup"
            aria-label={t('background.pages')}
            onKeyDown={(event) => chooseByArrows(event, choose)}
          >
            {props.pages.map((page, i) => (
              <button
                key={page.key}
                type="button"
                role="radio"
                aria-checked={page.key === chosen}
                tabIndex={radioTabIndex(i, chosenAt)}
                aria-label={t('background.page', { number: i + 1 })}
                onClick={() => props.onChoose(page.key)}
              >
                {page.url === null ? <PictureOutlined aria-hidden /> : <img src={page.url} alt="" />}
              </button>
            ))}
          </div>
        ) : null}
        {chosen !== null ? (
          <Checkbox checked={props.printBackground} onChange={(event) => props.onPrintBackground(event.target.checked)}>
            {t('background.print')}
          </Checkbox>
        ) : (
          <span className="label-background-hint">{t('background.hint')}</span>
        )}
        {props.paths.map((path) => (
          <div className="label-background-path" key={path}>
            <span title={path}>{path}</span>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`${t('background.delete')} ${path}`}
              onClick={() => props.onRemovePath(path)}
            >
              {t('background.delete')}
            </Button>
          </div>
        ))}
        {fault === null ? null : (
          <p className="label-field-fault" role="alert">
            {imageFaultText(t, fault)}
          </p>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".png,.jpg,.jpeg,image/png,image/jpeg"
          aria-label={t('background.upload')}
          onChange={picked}
        />
        {cloud.dialog}
      </div>
    </div>
  );
}
