import type { ReactElement } from 'react';
import { Spin } from 'antd';
import './loading-screen.css';

/** Shown while a screen's code or texts are on their way; fades in late, so that a quick load shows nothing. */
export function LoadingScreen(): ReactElement {
  return (
    <div className="loading-screen" role="status" aria-busy="true">
      <Spin size="large" />
    </div>
  );
}
