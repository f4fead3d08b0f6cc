import type { JSX } from 'react';
import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { nextZoom, type Zoom } from './zoom.ts';

/** Smaller, as it fits, larger. */
export function ZoomButtons({ zoom, onZoom }: { readonly zoom: Zoom; onZoom(zoom: Zoom): void }): JSX.Element {
  const { t, i18n } = useTranslation('documents');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const now = zoom === 'fit' ? 1 : zoom;
  return (
    <div className="doc-zoom-buttons" role="group" aria-label={t('zoom.label')}>
      <Tooltip title={t('zoom.out')}>
        <Button
          type="text"
          size="small"
          icon={<MinusOutlined aria-hidden />}
          aria-label={t('zoom.out')}
          onClick={() => onZoom(nextZoom(now, -1))}
        />
      </Tooltip>
      <Button type="text" size="small" className="doc-zoom-now" onClick={() => onZoom(zoom === 'fit' ? 1 : 'fit')}>
        {zoom === 'fit' ? t('zoom.fit') : percent.format(zoom)}
      </Button>
      <Tooltip title={t('zoom.in')}>
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t('zoom.in')}
          onClick={() => onZoom(nextZoom(now, 1))}
        />
      </Tooltip>
    </div>
  );
}
