import { Button, Tour, type TourProps } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';

/** The specification's walkthrough in five steps; shown once, or from the help menu. */
export function GuideTour({ open, onClose }: { open: boolean; onClose(): void }): JSX.Element {
  const { t } = useTranslation('editor');
  const [current, setCurrent] = useState(0);
  const target = (selector: string) => (): HTMLElement =>
    document.querySelector<HTMLElement>(selector) ?? document.body;
  const step = (name: string, selector?: string): NonNullable<TourProps['steps']>[number] => ({
    title: t(`guide.${name}Title`),
    description: t(`guide.${name}Text`),
    ...(selector === undefined ? { target: null } : { target: target(selector) }),
  });
  const close = (): void => {
    setCurrent(0);
    onClose();
  };
  const steps = [
    step('welcome'),
    { ...step('tools', '[data-guide="palette"]'), placement: 'right' as const },
    { ...step('menu', '.ed-canvas'), placement: 'center' as const },
    { ...step('panel', '.ed-panel'), placement: 'left' as const },
    { ...step('print', '[data-guide="print"]'), placement: 'bottomRight' as const },
  ];
  return (
    <Tour
      open={open}
      current={current}
      onChange={setCurrent}
      onClose={close}
      steps={steps}
      zIndex={1100}
      actionsRender={() => (
        <div className="ed-guide-actions">
          {current === steps.length - 1 ? null : (
            <Button size="small" data-testid="guide-skip" onClick={close}>
              {t('guide.skip')}
            </Button>
          )}
          <Button
            size="small"
            type="primary"
            data-testid="guide-next"
            onClick={() => (current === steps.length - 1 ? close() : setCurrent(current + 1))}
          >
            {t(current === 0 ? 'guide.start' : current === steps.length - 1 ? 'guide.done' : 'guide.next')}
          </Button>
        </div>
      )}
    />
  );
}
