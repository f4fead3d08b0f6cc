import { useRef, type JSX, type ReactNode } from 'react';
import { BorderOuterOutlined, ExpandOutlined, FileTextOutlined, TableOutlined } from '@ant-design/icons';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRequirePrivilege } from '#app/ui/use-require-privilege.ts';
import { WAYS, type Way } from '../session/session-document.ts';

const ICONS: Readonly<Record<Way, ReactNode>> = {
  direct: <FileTextOutlined aria-hidden />,
  auto: <ExpandOutlined aria-hidden />,
  split: <TableOutlined aria-hidden />,
  custom: <BorderOuterOutlined aria-hidden />,
};

/** How pages become labels. Splitting and custom boxes require a membership (specification 2, section 6). */
export function WayField({ way, onWay }: { readonly way: Way; onWay(way: Way): void }): JSX.Element {
  const { t } = useTranslation('documents');
  const may = useRequirePrivilege();
  /** An arrow key only moves over members' options; the space bar or a click asks for them. */
  const byArrow = useRef(false);
  function choose(next: Way): void {
    if ((next === 'split' || next === 'custom') && !may('cropping', byArrow.current)) return;
    onWay(next);
  }
  return (
    <div
      onKeyDownCapture={(event) => (byArrow.current = event.key.startsWith('Arrow'))}
      onPointerDownCapture={() => (byArrow.current = false)}
    >
      <Radio.Group
        className="doc-ways"
        aria-label={t('way.label')}
        value={way}
        onChange={(event) => choose(event.target.value as Way)}
      >
        {WAYS.map((one) => (
          <Radio key={one} value={one} className="doc-way" data-chosen={one === way}>
            {ICONS[one]}
            <span>
              <b>{t(`way.${one}`)}</b>
              <small>{t(`way.hint.${one}`)}</small>
            </span>
          </Radio>
        ))}
      </Radio.Group>
    </div>
  );
}
