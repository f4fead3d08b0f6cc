import type { ReactElement, ReactNode } from 'react';
import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { assertNever } from '#model/kernel/assert-never.ts';
import type { HelpBlock, HelpInline } from '#protocol/help-content.ts';

/** The blocks of an article as elements. They contain text only: nothing in them can become markup. */
export function HelpBlocks({ blocks }: { readonly blocks: readonly HelpBlock[] }): ReactElement {
  return (
    <>
      {blocks.map((block, at) => (
        // The blocks of an article never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={at} block={block} />
      ))}
    </>
  );
}

function Block({ block }: { readonly block: HelpBlock }): ReactElement {
  switch (block.type) {
    case 'heading':
      return block.level === 2 ? <h2 id={block.id}>{block.text}</h2> : <h3 id={block.id}>{block.text}</h3>;
    case 'paragraph':
      return <p>{inlines(block.children)}</p>;
    case 'note':
      return <Alert type="info" showIcon title={<HelpBlocks blocks={block.blocks} />} className="help-note" />;
    case 'code':
      return <pre tabIndex={0}>{block.text}</pre>;
    case 'list': {
      const items = block.items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>{tight(item)}</li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <HelpTable head={block.head} rows={block.rows} />;
    case 'picture':
      return (
        <img
          className="help-picture"
          src={block.source}
          alt={block.alt}
          width={block.width}
          height={block.height}
          loading="lazy"
          decoding="async"
        />
      );
    default:
      return assertNever(block);
  }
}

/** Renders an item of a single paragraph without the paragraph. */
function tight(item: readonly HelpBlock[]): ReactNode {
  const [first] = item;
  return item.length === 1 && first?.type === 'paragraph' ? inlines(first.children) : <HelpBlocks blocks={item} />;
}

function HelpTable({ head, rows }: Pick<HelpBlock & { type: 'table' }, 'head' | 'rows'>): ReactElement {
  return (
    <div className="help-table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} scope="col">
                {inlines(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={line}>
              {row.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at}>{inlines(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlines(children: readonly HelpInline[]): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key
  return children.map((child, at) => <Inline key={at} inline={child} />);
}

function Inline({ inline }: { readonly inline: HelpInline }): ReactElement {
  switch (inline.type) {
    case 'text':
      return <>{inline.text}</>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return <strong>{inlines(inline.children)}</strong>;
    case 'emphasis':
      return <em>{inlines(inline.children)}</em>;
    case 'link':
      return inline.href.startsWith('https://') ? (
        <a href={inline.href} target="_blank" rel="noreferrer">
          {inlines(inline.children)}
        </a>
      ) : (
        <Link to={inline.href}>{inlines(inline.children)}</Link>
      );
    default:
      return assertNever(inline);
  }
}
