import { Button, Tour, type TourProps } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { GuidePicture } from './GuidePicture.tsx';
import type { GuideStep } from './guide-pictures.ts';

export interface GuideTourProps {
  onClose(): void;
}

/** The specification's walkthrough in five steps. It opens by itself the first time, later from the help menu. */
export function GuideTour({ onClose }: GuideTourProps): JSX.Element {
  const { t } = useTranslation('editor');
  const [current, setCurrent] = useState(0);
  const target = (selector: string) => (): HTMLElement =>
    document.querySelector<HTMLElement>(selector) ?? document.body;
  const step = (name: GuideStep, selector?: string): NonNullable<TourProps['steps']>[number] => ({
    cover: <GuidePicture step={name} />,
    title: t(`guide.${name}Title`),
    description: t(`guide.${name}Text`),
    ...(selector === undefined ? { target: null } : { target: target(selector) }),
  });
  const steps = [
    step('welcome'),
    { ...step('tools', '[data-guide="palette"]'), placement: 'right' as const },
    { ...step('menu', '.ed-strip'), placement: 'bottom' as const },
    { ...step('panel', '.ed-panel'), placement: 'left' as const },
    { ...step('print', '[data-guide="print"]'), placement: 'bottomRight' as const },
  ];
  return (
    <Tour
      open
      rootClassName="ed-guide"
      current={current}
      onChange={setCurrent}
      onClose={onClose}
      steps={steps}
      zIndex={1100}
      actionsRender={guideActions({
        current,
        last: steps.length - 1,
        onNext: () => setCurrent(current + 1),
        onClose,
      })}
    />
  );
}

interface GuideActionsProps {
  readonly current: number;
  readonly last: number;
  onNext(): void;
  onClose(): void;
}

function guideActions(props: GuideActionsProps): () => JSX.Element {
  return () => <GuideActions {...props} />;
}

function GuideActions({ current, last, onNext, onClose }: GuideActionsProps): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <div className="ed-guide-actions">
      {current === last ? null : (
        <Button size="small" data-testid="guide-skip" onClick={onClose}>
          {t('guide.skip')}
        </Button>
      )}
      <Button size="small" type="primary" data-testid="guide-next" onClick={current === last ? onClose : onNext}>
        {t(current === 0 ? 'guide.start' : current === last ? 'guide.done' : 'guide.next')}
      </Button>
    </div>
  );
}
