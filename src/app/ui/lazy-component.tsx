import { Suspense, useEffect, useState, type ComponentType, type FunctionComponent, type JSX } from 'react';
import { Alert, Button, Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { beginWork } from '#services/idle.ts';
import { withinChunkTime } from './chunk-time.ts';
import './lazy-component.css';

export interface LazyComponent<Props> {
  /** The component, with a fallback while its code is loading or unavailable. */
  readonly Part: FunctionComponent<Props>;
  /** Loads the code in advance. Rejects if it is unavailable; the component tries again. */
  readonly fetch: () => Promise<void>;
  readonly isLoaded: () => boolean;
}

export interface FallbackProps {
  readonly hasFailed: boolean;
  onAgain(): void;
}

/**
 * A component whose code is loaded later than the screen. If that fails, the screen keeps all of its state: only the
 * component shows the problem, with a retry.
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
    // Its texts may still be loading after its code: only the component waits for them, not the screen around it.
    return (
      <Suspense fallback={fallback}>
        <Code {...props} />
      </Suspense>
    );
  }
  return { Part, fetch: () => fetch().then(() => undefined), isLoaded: () => loaded !== null };
}

/** A loading indicator, or why the component failed to load, with a retry. */
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

/** The fallback of a dialog. */
export function FallbackDialog({ onClose, ...notice }: FallbackProps & { onClose(): void }): JSX.Element {
  const { t } = useTranslation();
  return (
    <Modal open centered width={480} footer={null} title={t('late.loading')} onCancel={onClose}>
      <FallbackNotice {...notice} />
    </Modal>
  );
}
