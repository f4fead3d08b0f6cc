import type { JSX, ReactNode } from 'react';
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  BorderOuterOutlined,
  CopyOutlined,
  DeleteOutlined,
  MergeCellsOutlined,
  RedoOutlined,
  RotateRightOutlined,
  ScissorOutlined,
  SearchOutlined,
  SelectOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';
import { KeptButton } from '#app/ui/focus/KeptButton.tsx';
import {
  mergedBoxes,
  middleCut,
  reorderedBoxes,
  splitBox,
  withBox,
  withoutBoxes,
  withTurn,
  type PageBox,
} from '../boxes/box-edits.ts';
import { addedTurn } from '../boxes/turned.ts';
import { BOX_TOOLS, type BoxTool } from '../boxes/use-box-drag.ts';
import {
  boxesAt,
  copiedToAll,
  shownSize,
  undoneBoxes,
  withBoxes,
  withoutBoxesOf,
  type SessionDocument,
} from '../session/session-document.ts';

interface BoxToolsProps {
  readonly document: SessionDocument;
  readonly page: number;
  readonly tool: BoxTool;
  readonly chosen: ReadonlySet<number>;
  readonly onTool: (tool: BoxTool) => void;
  readonly onChoose: (ids: ReadonlySet<number>) => void;
  readonly onUpdate: (change: (document: SessionDocument) => SessionDocument) => void;
}

const TOOL_ICONS: Readonly<Record<BoxTool, ReactNode>> = {
  select: <SelectOutlined aria-hidden />,
  draw: <BorderOuterOutlined aria-hidden />,
  cut: <ScissorOutlined aria-hidden />,
};

/** The actions for the boxes of the page. */
export function BoxTools(props: BoxToolsProps): JSX.Element {
  const { document, page, tool, chosen, onTool, onChoose, onUpdate } = props;
  const { t } = useTranslation('documents');
  const boxes = boxesAt(document, page) ?? [];
  const lone = chosen.size === 1 ? boxes.find(({ id }) => chosen.has(id)) : undefined;
  const past = document.way === 'direct' ? null : document.boxes[document.way];

  function change(next: readonly PageBox[]): void {
    onUpdate((one) => withBoxes(one, new Map([[page, next]])));
  }
  function add(): void {
    const { width, height } = shownSize(document, page);
    const next = withBox(boxes, { x: width / 4, y: height / 4, width: width / 2, height: height / 2 });
    change(next);
    onChoose(new Set([next.at(-1)?.id ?? 0]));
  }
  const at = lone === undefined ? -1 : boxes.indexOf(lone);
  return (
    <div className="doc-tools" role="toolbar" aria-label={t('tools.label')}>
      <span className="doc-tools-group">
        {BOX_TOOLS.map((one) => (
          <Tool
            key={one}
            text={t(`tools.${one}`)}
            icon={TOOL_ICONS[one]}
            isPressed={tool === one}
            onPress={() => onTool(one)}
          />
        ))}
      </span>
      <span className="doc-tools-group">
        <Tool text={t('tools.add')} icon={<b aria-hidden>+</b>} onPress={add} />
        <Tool
          text={t('tools.merge')}
          icon={<MergeCellsOutlined aria-hidden />}
          disabled={chosen.size < 2}
          onPress={() => {
            const next = mergedBoxes(boxes, chosen);
            change(next);
            onChoose(new Set(next.filter(({ id }) => chosen.has(id)).map(({ id }) => id)));
          }}
        />
        <Tool
          text={t('tools.halve')}
          icon={<ScissorOutlined aria-hidden rotate={90} />}
          disabled={lone === undefined}
          onPress={() => lone !== undefined && change(splitBox(boxes, lone.id, middleCut(lone.rect)))}
        />
        <Tool
          text={t('tools.turn')}
          icon={<RotateRightOutlined aria-hidden />}
          disabled={lone === undefined}
          onPress={() => lone !== undefined && change(withTurn(boxes, lone.id, addedTurn(lone.turn, 90)))}
        />
        <Tool
          text={t('tools.earlier')}
          icon={<ArrowUpOutlined aria-hidden />}
          disabled={at < 1}
          onPress={() => lone !== undefined && change(reorderedBoxes(boxes, lone.id, -1))}
        />
        <Tool
          text={t('tools.later')}
          icon={<ArrowDownOutlined aria-hidden />}
          disabled={at < 0 || at === boxes.length - 1}
          onPress={() => lone !== undefined && change(reorderedBoxes(boxes, lone.id, 1))}
        />
        <Tool
          text={t('tools.delete')}
          icon={<DeleteOutlined aria-hidden />}
          disabled={chosen.size === 0}
          onPress={() => {
            change(withoutBoxes(boxes, chosen));
            onChoose(new Set());
          }}
        />
      </span>
      <span className="doc-tools-group">
        <Tool
          text={t('tools.undo')}
          icon={<UndoOutlined aria-hidden />}
          disabled={past === null || past.before.length === 0}
          onPress={() => onUpdate((one) => undoneBoxes(one, 'undo'))}
        />
        <Tool
          text={t('tools.redo')}
          icon={<RedoOutlined aria-hidden />}
          disabled={past === null || past.after.length === 0}
          onPress={() => onUpdate((one) => undoneBoxes(one, 'redo'))}
        />
      </span>
      <span className="doc-tools-group">
        {document.way === 'custom' ? null : (
          <Tool
            text={t('tools.findAgain')}
            icon={<SearchOutlined aria-hidden />}
            onPress={() => {
              onChoose(new Set());
              onUpdate((one) => withoutBoxesOf(one, page));
            }}
          />
        )}
        <Tool
          text={t('tools.copyToAll')}
          icon={<CopyOutlined aria-hidden />}
          disabled={boxes.length === 0 || document.info.pages.length < 2}
          onPress={() => onUpdate((one) => copiedToAll(one, page))}
        />
      </span>
    </div>
  );
}

function Tool(props: {
  readonly text: string;
  readonly icon: ReactNode;
  readonly isPressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}): JSX.Element {
  const { text, icon, isPressed, disabled = false, onPress } = props;
  return (
    <KeptButton
      {...tooltip(text)}
      type="text"
      size="small"
      className="doc-tool"
      icon={icon}
      aria-label={text}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      disabled={disabled}
      onClick={onPress}
    />
  );
}
