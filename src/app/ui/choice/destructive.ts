import type { ModalFuncProps } from 'antd';

/** For a question whose answer takes something away: it is red, and Enter on the question that has just come up takes nothing away. */
export const DESTRUCTIVE: Pick<ModalFuncProps, 'okButtonProps' | 'autoFocusButton'> = {
  okButtonProps: { danger: true },
  autoFocusButton: 'cancel',
};
