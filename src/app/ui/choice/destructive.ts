import type { ModalFuncProps } from 'antd';

/**
 * Props of a confirmation for a deletion: its button is red, and pressing Enter right after it opens deletes nothing.
 */
export const DESTRUCTIVE: Pick<ModalFuncProps, 'okButtonProps' | 'autoFocusButton'> = {
  okButtonProps: { danger: true },
  autoFocusButton: 'cancel',
};
