import { Pagination } from 'antd';
import type { JSX } from 'react';
import { usePageItems } from '#app/ui/choice/use-page-items.tsx';

interface ListPagesProps {
  readonly page: number;
  readonly pageSize: number;
  /** The number of items on all pages. */
  readonly total: number;
  onChange(page: number): void;
}

/** The pagination of a list; nothing for a single page. */
export function ListPages({ page, pageSize, total, onChange }: ListPagesProps): JSX.Element | null {
  const items = usePageItems();
  if (total <= pageSize) return null;
  return (
    <Pagination
      className="home-pages"
      align="center"
      current={page}
      pageSize={pageSize}
      total={total}
      showSizeChanger={false}
      itemRender={items}
      onChange={onChange}
    />
  );
}
