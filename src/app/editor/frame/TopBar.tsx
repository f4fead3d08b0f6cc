import { Button, Space } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { RunTray } from '#app/print/RunTray.tsx';
import { useUnit } from '#app/state/unit.ts';
import type { ExportKind } from '../export/export-kind.ts';
import { ExportMenu } from '../export/ExportMenu.tsx';
import { SaveState } from '../save/SaveState.tsx';
import { SaveMenu } from '../save/SaveMenu.tsx';
import { formatExactSize } from '../session/display-unit.ts';
import { Icon } from '../widgets/icons.tsx';
import { useActions } from '../session/actions.tsx';
import { useShownLabel } from '../session/editor-session.tsx';
import { ActionButton } from '../session/ActionButton.tsx';

export interface TopBarProps {
  readonly saving: boolean;
  /** An automatic save, during which the user may save manually. */
  readonly isAutosave: boolean;
  /** Whether the last save has failed temporarily and is retried automatically. */
  readonly hasRetryPending: boolean;
  /** Why the label can't be saved in its current state; null for no known reason. */
  readonly refusal: string | null;
  /** Whether this browser stores nothing. */
  readonly isLost: boolean;
  /** Whether the label is on the server. */
  readonly isSaved: boolean;
  onExit(): void;
  onSaveAs(): void;
  onVersions(): void;
  onExport(format: ExportKind): void;
  onRename(): void;
  onGuide(): void;
}

export function TopBar({
  saving,
  isAutosave,
  hasRetryPending,
  refusal,
  isLost,
  isSaved,
  onExit,
  onSaveAs,
  onVersions,
  onExport,
  onRename,
  onGuide,
}: TopBarProps): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const unit = useUnit();
  const { perform } = useActions();
  const label = useShownLabel();
  return (
    <header className="ed-top" data-region="top" aria-label={t('frame.topBar')}>
      <button type="button" className="ed-exit" aria-label={t('frame.exit')} data-testid="exit" onClick={onExit}>
        <Icon name="exit" size={20} />
      </button>
      <h1 className="ed-title">
        <button type="button" className="ed-name" title={t('frame.rename')} data-testid="label-name" onClick={onRename}>
          <strong>{label.name}</strong>
          <Icon name="rename" size={14} />
        </button>
      </h1>
      <span className="ed-size" data-testid="label-size">
        {formatExactSize(label.widthMm, label.heightMm, unit, i18n.language)}
      </span>
      <ActionButton id="labelSettings" />
      <SaveState
        saving={saving}
        hasRetryPending={hasRetryPending}
        refusal={refusal}
        isSaved={isSaved}
        isLost={isLost}
      />
      <span className="ed-grow" />
      <RunTray />
      <ActionButton id="undo" />
      <ActionButton id="redo" />
      <span className="ed-divider" />
      <ButtonMenu
        menu={{
          items: [
            { key: 'shortcuts', label: t('frame.shortcutList') },
            { key: 'guide', label: t('frame.editingGuide') },
          ],
          onClick: ({ key }) => (key === 'guide' ? onGuide() : perform('shortcuts')),
        }}
      >
        <button type="button" className="ed-tool" aria-label={t('frame.help')} data-testid="help">
          <Icon name="help" />
        </button>
      </ButtonMenu>
      <Space.Compact>
        <Button
          icon={<Icon name="save" size={16} />}
          loading={saving && !isAutosave}
          data-testid="save"
          onClick={() => perform('save')}
        >
          {t('action.save')}
        </Button>
        <SaveMenu isSaved={isSaved} onSaveAs={onSaveAs} onVersions={onVersions} />
      </Space.Compact>
      <ExportMenu onChoose={onExport} />
      <span data-guide="print">
        <Button
          type="primary"
          icon={<Icon name="print" size={16} />}
          data-testid="print"
          onClick={() => perform('print')}
        >
          {t('action.print')}
        </Button>
      </span>
    </header>
  );
}
