import { useEffect, useRef, useState, type ReactElement } from 'react';
import { CloudOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Modal, Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import Cropper, { type Point } from 'react-easy-crop';
import { type Problem, problem } from '#model/kernel/problem.ts';
import { type UserInfo, AVATAR_SIDE_PX } from '#protocol/api.ts';
import { useCloudImage } from '#app/library/cloud-picker/use-cloud-image.tsx';
import { imageFaultText, imageLimitKb, readBackground } from '#app/ui/background-asset.ts';
import { useServices } from '#app/state/services.tsx';
import { err, ok, type Result } from '#model/kernel/result.ts';
import './avatar-dialog.css';

interface AvatarDialogProps {
  readonly onClose: () => void;
  readonly onChanged: (user: UserInfo) => void;
}

const MIDDLE: Point = { x: 0, y: 0 };
const MAX_ZOOM = 5;
/** How far an arrow key moves the picture, in CSS pixels. */
const KEY_STEP_PX = 8;

/** Lets the user choose a picture and crop the portrait from it. */
export function AvatarDialog({ onClose, onChanged }: AvatarDialogProps): ReactElement {
  const { t } = useTranslation(['user', 'cloud', 'common', 'tips', 'problems']);
  const { api, createRenderClient } = useServices();
  const picker = useRef<HTMLInputElement>(null);
  const leaving = useRef<AbortController>(null);
  const cloud = useCloudImage();
  const [url, setUrl] = useState<string | null>(null);
  const [crop, setCrop] = useState<Point>(MIDDLE);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<PictureArea | null>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);

  async function take(file: File): Promise<void> {
    setBusy(true);
    const render = createRenderClient();
    const read = await readBackground(file, await imageLimitKb(api), (bytes) => render.inspectImage(bytes));
    render.dispose();
    setBusy(false);
    setFault(read.ok ? null : read.error);
    if (!read.ok || leaving.current?.signal.aborted === true) return;
    const { mime, bytes } = read.value.asset;
    setUrl(URL.createObjectURL(new Blob([bytes.slice()], { type: mime })));
    setCrop(MIDDLE);
    setZoom(1);
  }

  async function save(): Promise<void> {
    if (url === null || area === null || busy) return;
    const signal = leaving.current?.signal;
    const options = signal === undefined ? {} : { signal };
    setBusy(true);
    const png = await cropPicture(url, area);
    const token = png.ok ? await api.call('uploadToken', {}, options) : png;
    const kept = png.ok && token.ok ? await api.uploadPreview(png.value, token.value.data, options) : null;
    const answer = kept?.ok === true ? await api.call('editAvatar', { image: kept.value.key }, options) : null;
    if (signal?.aborted === true) return;
    setBusy(false);
    if (answer?.ok === true) onChanged(answer.value);
    else setFault([png, token, kept, answer].flatMap((one) => (one?.ok === false ? [one.error] : []))[0] ?? null);
  }

  return (
    <Modal
      open
      centered
      width={440}
      title={t('avatar.title')}
      okText={t('common:action.save')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: url === null || area === null, loading: busy && url !== null }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="avatar-crop" data-empty={url === null}>
        {url === null ? (
          <p>{t('avatar.intro')}</p>
        ) : (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={KEY_STEP_PX}
            cropperProps={{ 'aria-label': t('avatar.area'), role: 'application' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <div className="avatar-zoom" hidden={url === null}>
        <span>{t('avatar.zoom')}</span>
        <Slider
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          tooltip={{ open: false }}
          ariaLabelForHandle={t('avatar.zoom')}
          onChange={setZoom}
        />
      </div>
      <p className="avatar-hint">{url === null ? '' : t('avatar.hint')}</p>
      <div className="avatar-sources">
        <Button
          icon={<UploadOutlined aria-hidden />}
          loading={busy && url === null}
          onClick={() => picker.current?.click()}
        >
          {t(url === null ? 'avatar.choose' : 'avatar.chooseOther')}
        </Button>
        <Button
          icon={<CloudOutlined aria-hidden />}
          disabled={busy}
          onClick={() => void cloud.choose().then((file) => (file === null ? undefined : take(file)))}
        >
          {t('cloud:fromCloud')}
        </Button>
      </div>
      <p className="user-fault" role="alert">
        {fault === null ? '' : imageFaultText(t, fault)}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        aria-label={t('avatar.choose')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = ''; // otherwise choosing the same file again fires no event
          if (file !== undefined) void take(file);
        }}
      />
      {cloud.dialog}
    </Modal>
  );
}

/** A rectangle in pixels of the picture. */
interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The area of the picture at that address as a PNG of a portrait's size, made from its pixels only. */
async function cropPicture(url: string, area: PictureArea): Promise<Result<Uint8Array>> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return err(problem('file.unreadable'));
  }
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_SIDE_PX;
  canvas.height = AVATAR_SIDE_PX;
  const context = canvas.getContext('2d');
  if (context === null) return err(problem('file.unreadable'));
  // A translucent picture would be dark on some screens.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, AVATAR_SIDE_PX, AVATAR_SIDE_PX);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, AVATAR_SIDE_PX, AVATAR_SIDE_PX);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return png === null ? err(problem('file.unreadable')) : ok(plainPng(new Uint8Array(await png.arrayBuffer())));
}

/** The chunks that a picture needs. */
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const CHUNK_OVERHEAD = 12;

/** A PNG without the metadata that some browsers write, such as place and device. */
function plainPng(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts = [png.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + CHUNK_OVERHEAD <= png.length;) {
    const end = at + CHUNK_OVERHEAD + view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (NEEDED.has(type)) parts.push(png.subarray(at, end));
    at = end;
  }
  const plain = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    plain.set(part, at);
    at += part.length;
  }
  return plain;
}
