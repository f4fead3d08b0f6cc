import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Alert, Button, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Problem, problem } from '#model/kernel/problem.ts';
import { openCamera } from '#services/camera/open-camera.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import type { CodeReader } from '#services/camera/code-reader.ts';
import { createScanDebouncer } from '#services/camera/scan-debouncer.ts';
import './camera.css';

export interface CameraViewProps {
  /** Called once with each code that comes into view. */
  readonly onCode: (text: string) => void;
}

/** Shows the camera's picture and reads the codes in it while mounted; or shows the problem, with a retry. */
export function CameraView({ onCode }: CameraViewProps): ReactElement {
  const { t } = useTranslation(['ways', 'common', 'problems']);
  const [fault, setFault] = useState<Problem | null>(null);
  return (
    <div className="camera">
      {fault === null ? (
        <>
          <CameraPicture onCode={onCode} onFault={setFault} />
          <p>{t('camera.hint')}</p>
        </>
      ) : (
        <Alert
          type="warning"
          showIcon
          title={problemText(t, fault)}
          description={fault.code === 'camera.denied' ? t('camera.allow') : null}
          action={
            <Button size="small" onClick={() => setFault(null)}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
    </div>
  );
}

function CameraPicture({
  onCode,
  onFault,
}: CameraViewProps & { readonly onFault: (fault: Problem) => void }): ReactElement {
  const { t } = useTranslation('ways');
  const { codeReader } = useServices();
  const video = useRef<HTMLVideoElement>(null);
  const onCodeRef = useRef(onCode);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    onCodeRef.current = onCode;
  }, [onCode]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let stream: MediaStream | null = null;
    void (async () => {
      const opened = await openCamera(navigator.mediaDevices);
      if (opened.ok) stream = opened.value;
      if (signal.aborted || video.current === null) return endStream(stream);
      if (!opened.ok) return onFault(opened.error);
      video.current.srcObject = opened.value;
      setOpen(true);
      const fault = await watchCamera(video.current, codeReader, (text) => onCodeRef.current(text), signal);
      if (fault !== null && !signal.aborted) onFault(fault);
    })();
    return () => {
      stop.abort();
      endStream(stream);
    };
  }, [codeReader, onFault]);

  return (
    <div className="camera-picture">
      <video ref={video} muted playsInline aria-label={t('camera.picture')} />
      {isOpen ? <i aria-hidden /> : <Spin description={t('camera.opening')} />}
    </div>
  );
}

function endStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/**
 * Plays the stream of a video and reports each code that comes into view, until it is aborted. A picture is read after the
 * previous one has been read, so a slow machine reads fewer. Resolves to the problem that ends it; null if it was aborted.
 */
async function watchCamera(
  video: HTMLVideoElement,
  reader: CodeReader,
  onCode: (text: string) => void,
  signal: AbortSignal,
): Promise<Problem | null> {
  const debouncer = createScanDebouncer();
  try {
    await video.play();
    while (!signal.aborted) {
      await nextPicture(video, signal);
      if (signal.aborted) return null;
      const picture = await createImageBitmap(video);
      const seen = await reader.read(picture, signal);
      if (!seen.ok) return signal.aborted ? null : seen.error;
      const text = debouncer.see(seen.value, performance.now());
      if (text !== null) onCode(text);
    }
    return null;
  } catch {
    return signal.aborted ? null : problem('camera.busy');
  }
}

function nextPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
    video.requestVideoFrameCallback(resolve);
  });
}
