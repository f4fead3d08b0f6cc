import { useEffect, useState, type JSX } from 'react';
import { Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { BoxEditor } from '../boxes/BoxEditor.tsx';
import type { PageBox } from '../boxes/box-edits.ts';
import type { BoxTool } from '../boxes/use-box-drag.ts';
import { boxesAt, leanOf, labelsOf, shownSize, turnOf, type SessionDocument } from '../session/session-document.ts';
import { PictureCanvas } from './PictureCanvas.tsx';
import { usePagePicture } from './use-page-picture.ts';
import { ZoomPane, type Zoom } from './ZoomPane.tsx';

interface PageStageProps {
  readonly document: SessionDocument;
  readonly page: number;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly tool: BoxTool;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (ids: ReadonlySet<number>) => void;
  readonly onBoxes: (boxes: readonly PageBox[]) => void;
}

/** Sizes of sharper pictures, so that not every zoom step renders another one. */
const PICTURE_SIDES: readonly number[] = [600, 1200, 2400, 4800];

/** The current page, with boxes if labels are cut out of it. */
export function PageStage(props: PageStageProps): JSX.Element {
  const { document, page, zoom, onZoom } = props;
  const { t } = useTranslation('documents');
  const size = shownSize(document, page);
  return (
    <ZoomPane size={size} zoom={zoom} onZoom={onZoom} label={t('stage.page', { page: page + 1 })}>
      {(pxPerMm) => <Paper {...props} sidePx={Math.max(size.width, size.height) * pxPerMm} />}
    </ZoomPane>
  );
}

function Paper(props: PageStageProps & { readonly sidePx: number }): JSX.Element {
  const { document, page, tool, chosen, onChoose, onBoxes } = props;
  const { t } = useTranslation(['documents', 'problems']);
  const wanted = props.sidePx * window.devicePixelRatio;
  const side = useSettled(PICTURE_SIDES.find((one) => one >= wanted) ?? PICTURE_SIDES.at(-1) ?? 1200);
  const { picture, problem } = usePagePicture({
    document: document.info.document,
    page,
    turn: turnOf(document, page),
    ...leanOf(document, page),
    maxSidePx: side,
  });
  const content =
    problem !== null ? (
      <p className="doc-paper-problem" role="alert">
        {problemText(t, problem)}
      </p>
    ) : picture === null ? (
      <Spin className="doc-paper-wait" />
    ) : (
      <PictureCanvas
        picture={picture}
        className="doc-paper-picture"
        label={t('stage.picture', { page: page + 1, name: document.info.fileName })}
      />
    );
  const boxes = boxesAt(document, page);
  if (boxes === null) return <div className="doc-paper">{content}</div>;
  const first = labelsOf(document).labels.findIndex((label) => label.page === page);
  return (
    <BoxEditor
      page={shownSize(document, page)}
      boxes={boxes}
      tool={tool}
      chosen={chosen}
      firstNumber={Math.max(0, first) + 1}
      onChoose={onChoose}
      onChange={onBoxes}
    >
      {content}
    </BoxEditor>
  );
}

const SETTLE_MS = 150;

/** The value, after it has been unchanged for a moment. */
function useSettled(value: number): number {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = startTimer(() => setSettled(value), SETTLE_MS);
    return () => stopTimer(timer);
  }, [value]);
  return settled;
}
