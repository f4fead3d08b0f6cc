import { useState, type JSX } from 'react';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import type { TextElement } from '#model/elements/text/text-element.ts';
import type { ContentSlot } from '#editor/commands/content.ts';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';
import { MissingSpreadsheet } from './MissingSpreadsheet.tsx';
import { RunStyleFields } from './RunStyleFields.tsx';
import { SourceCard } from './SourceCard.tsx';
import { SourceList } from './SourceList.tsx';

export interface ContentFieldsProps {
  readonly slot: ContentSlot;
  /** At least one. */
  readonly sources: readonly DataSource[];
  /** The least number of lines of the text field. */
  readonly lines: number;
  /** A table cell: it can't show the value of another element. */
  readonly inCell?: boolean;
  /** What an empty text field asks for, unless it is the text of the label. */
  readonly placeholder?: string;
  /** The text whose sources can have styles of their own. */
  readonly runsOf?: TextElement | undefined;
}

/**
 * The data sources of one content: their list, and the fields of the selected one. Above them, once, each spreadsheet that
 * is missing on this device, for any of the sources.
 */
export function ContentFields(props: ContentFieldsProps): JSX.Element {
  // Another content starts with its own first source.
  return <Fields key={`${props.slot.id}:${props.slot.content}`} {...props} />;
}

function Fields({ slot, sources, lines, inCell = false, placeholder, runsOf }: ContentFieldsProps): JSX.Element {
  const [wanted, setWanted] = useState(0);
  // Undo may have removed the selected one.
  const chosen = Math.min(wanted, sources.length - 1);
  const source = sources[chosen];
  const { missing } = useStore(useEditorSession().data.state);
  const columns = sources.filter((source) => source.type === 'column');
  const bound = new Map(columns.map((source) => [spreadsheetKey(source), source]));
  return (
    <>
      {[...bound].map(([key, source]) =>
        missing.has(key) ? <MissingSpreadsheet key={key} spreadsheet={source} fileName={source.fileName} /> : null,
      )}
      <SourceList slot={slot} sources={sources} chosen={chosen} onChoose={setWanted} />
      <SourceCard
        key={`${slot.content} ${chosen}`}
        slot={slot}
        index={chosen}
        source={source ?? fixedText('')}
        lines={lines}
        inCell={inCell}
        placeholder={placeholder}
        isOnly={!inCell && sources.length === 1}
      />
      {runsOf === undefined || sources.length === 1 || source === undefined ? null : (
        <RunStyleFields slot={slot} index={chosen} source={source} element={runsOf} />
      )}
    </>
  );
}
