import { useEffect, type ReactElement } from 'react';
import { Spin } from 'antd';
import { beginWork } from '#services/idle.ts';
import '../lazy-component.css';

/** Shown while a screen's code or texts are loading. It fades in late, so that quick loading does not flash. */
export function LoadingScreen(): ReactElement {
  useEffect(beginWork, []);
  return (
    <div className="loading-screen" role="status" aria-busy="true">
      <Spin size="large" />
    </div>
  );
}
