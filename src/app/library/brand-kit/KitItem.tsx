import type { ReactElement, ReactNode } from 'react';
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface KitItemProps {
  /** For the names of the buttons. */
  readonly name: string;
  readonly title: ReactNode;
  readonly note?: string;
  readonly onEdit?: () => void;
  readonly onRemove: () => void;
}

/** One font, logo, color or style of the kit, with its buttons. */
export function KitItem({ name, title, note, onEdit, onRemove }: KitItemProps): ReactElement {
  const { t } = useTranslation('brand');
  return (
    <li>
      <div className="brand-kit-item-title">
        {title}
        {note === undefined ? null : <small>{note}</small>}
      </div>
      {onEdit === undefined ? null : (
        <Button
          type="text"
          icon={<EditOutlined aria-hidden />}
          aria-label={t('edit', { name })}
          title={t('edit', { name })}
          onClick={onEdit}
        />
      )}
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('remove', { name })}
        title={t('remove', { name })}
        onClick={onRemove}
      />
    </li>
  );
}
