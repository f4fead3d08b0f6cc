import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { PaginationProps } from 'antd';
import { useTranslation } from 'react-i18next';

/** For `itemRender` of page numbers: names the arrows, which the library names after their icons. */
export function usePageItems(): NonNullable<PaginationProps['itemRender']> {
  const { t } = useTranslation();
  return (_, type, original) => {
    if (type !== 'prev' && type !== 'next') return original;
    return (
      <button
        type="button"
        tabIndex={-1}
        className="ant-pagination-item-link"
        aria-label={t(type === 'prev' ? 'pages.previous' : 'pages.next')}
      >
        {type === 'prev' ? <LeftOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      </button>
    );
  };
}
