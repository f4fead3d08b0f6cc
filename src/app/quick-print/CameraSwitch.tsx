import { useState, type ReactElement } from 'react';
import { CameraOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CameraView } from './CameraView.tsx';

export interface CameraSwitchProps {
  readonly isReady: boolean;
  readonly onCode: (text: string) => void;
  /** Called when the camera was switched. */
  readonly onDone: () => void;
}

/** A button that opens the camera, and its picture while it is open. */
export function CameraSwitch({ isReady, onCode, onDone }: CameraSwitchProps): ReactElement {
  const { t } = useTranslation('ways');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="camera-switch">
      <Button
        icon={<CameraOutlined aria-hidden />}
        disabled={!isReady && !isOpen}
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          onDone();
        }}
      >
        {t(isOpen ? 'camera.stop' : 'camera.start')}
      </Button>
      {isOpen ? <CameraView onCode={onCode} /> : null}
    </div>
  );
}
