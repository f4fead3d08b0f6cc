import { Suspense, useEffect, useState, type ComponentType, type FunctionComponent, type JSX } from 'react';
import { Alert, Button, Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { beginWork } from '#services/idle.ts';
import { withinChunkTime } from './chunk-time.ts';
import './lazy-component.css';

export interface LazyComponent<Props> {
  /** The part; what stands for it as long as its code is on the way, or cannot be had. */
  readonly Part: FunctionComponent<Props>;
  /** Fetches the code before anybody asks for the part. Rejects when it cannot be had now; the part tries again. */
  readonly fetch: () => Promise<void>;
}

export interface FallbackProps {
  readonly hasFailed: boolean;
  onAgain(): void;
}

/**
 * A part of a screen whose code comes later than the screen. Where it cannot be fetched, the screen stays, with all that
 * was done in it: only the part says so, and can be asked for again.
 */
export function createLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props & FallbackProps>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => (loaded ??= await withinChunkTime(load()));

  function Part(props: Props): JSX.Element {
    const [Code, setCode] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (Code !== null || hasFailed) return;
      let isCurrent = true;
      fetch().then(
        (code) => isCurrent && setCode(() => code),
        () => isCurrent && setHasFailed(true),
      );
      return () => {
        isCurrent = false;
      };
    }, [Code, hasFailed]);
    const fallback = <Fallback {...props} hasFailed={hasFailed} onAgain={() => setHasFailed(false)} />;
    if (Code === null) return fallback;
    // Its texts may still be on the way when its code is there: only the part waits for them, not the screen around it.
    return (
      <Suspense fallback={fallback}>
        <Code {...props} />
      </Suspense>
    );
  }
  return { Part, fetch: () => fetch().then(() => undefined) };
}

/** That a part is on its way, or why it is not there and how to ask for it again. */
export function FallbackNotice({ hasFailed, onAgain }: FallbackProps): JSX.Element {
  const { t } = useTranslation();
  useEffect(() => (hasFailed ? undefined : beginWork()), [hasFailed]);
  if (!hasFailed) {
    return (
      <div className="late-loading" role="status" aria-busy="true" aria-label={t('late.loading')}>
        <Spin />
      </div>
    );
  }
  return (
    <Alert
      type="error"
      showIcon
      title={t('late.failed')}
      action={
        <Button size="small" onClick={onAgain}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}

/** Stands in for a dialog. */
export function FallbackDialog({ onClose, ...notice }: FallbackProps & { onClose(): void }): JSX.Element {
  const { t } = useTranslation();
  return (
    <Modal open centered width={480} footer={null} title={t('late.loading')} onCancel={onClose}>
      <FallbackNotice {...notice} />
    </Modal>
  );
}
