import type { ReactElement } from 'react';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { PrinterInfo } from '#protocol/printer-info.ts';

/** Warns about a printer that would feed a label as long as its content to the next gap or mark. */
export function LengthNotice(props: {
  readonly label: LabelSettings;
  readonly printer: Pick<PrinterInfo, 'name' | 'setup'> | undefined;
}): ReactElement | null {
  const { label, printer } = props;
  const { t } = useTranslation('print');
  if (printer?.setup === undefined || contentLengthOf(label) === null) return null;
  const { media, language } = printer.setup;
  // EPL has no command for the length alone: it belongs to the kind of media.
  const isSuitable = media === 'continuous' || (media === null && language !== 'epl');
  return isSuitable ? null : (
    <Alert type="warning" showIcon title={t('length.notContinuous', { printer: printer.name })} />
  );
}
