import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, memo, type ReactNode } from 'react';
import { isMention, linkAddress } from './link-address.ts';
import style from './markdown.module.css';
import { tokensOf } from './tokens.ts';

interface Props {
  readonly text: string;
  /** Whether quoted lines, such as those of the mail before, are folded. */
  readonly foldsQuotes?: boolean;
}

/**
 * A text in Markdown. HTML, images and links to other addresses than those of the web, e-mail and telephones show as
 * they are written.
 */
export const Markdown = memo(({ text, foldsQuotes = false }: Props) => {
  const tokens = tokensOf(text);
  return (
    <div className={style.text} dir="auto">
      {tokens === null ? (
        <p className={style.raw}>{text}</p>
      ) : (
        tokens.map((token, index) => <Block key={index} token={token as MarkedToken} foldsQuotes={foldsQuotes} />)
      )}
    </div>
  );
});
Markdown.displayName = 'Markdown';

interface BlockProps {
  readonly token: MarkedToken;
  readonly foldsQuotes: boolean;
}

/** A block that stands in no other one. */
const Block = ({ token, foldsQuotes }: BlockProps) =>
  foldsQuotes && token.type === 'blockquote' ? (
    <details>
      <summary>Quoted lines</summary>
      {block(token, 0)}
    </details>
  ) : (
    block(token, 0)
  );

/** Deeper blocks show as they are written: there is no room for them. */
const deepest = 8;

function blocks(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{block(token as MarkedToken, depth)}</Fragment>);
}

/** Shows the tokens of each type. */
type Views = {
  readonly [Type in MarkedToken['type']]?: (token: MarkedToken & { type: Type }, depth: number) => ReactNode;
};

/** Headings have no place in the outline of the screen: the text is a part of an entry. */
const blockViews: Views = {
  space: () => null,
  checkbox: () => null,
  heading: ({ tokens }, depth) => <p className={style.heading}>{inline(tokens, depth)}</p>,
  paragraph: ({ tokens }, depth) => <p>{inline(tokens, depth)}</p>,
  text: ({ tokens, text }, depth) => (tokens === undefined ? text : inline(tokens, depth)),
  blockquote: ({ tokens }, depth) => <blockquote className={style.quote}>{blocks(tokens, depth + 1)}</blockquote>,
  list: (list, depth) => <List list={list} depth={depth} />,
  code: ({ text }) => (
    <pre className={style.code}>
      <code>{text}</code>
    </pre>
  ),
  table: (table, depth) => <Table table={table} depth={depth} />,
  hr: () => <hr className={style.rule} />,
};

/** A block of text. HTML, and the address of a link that stands apart, show as they are written. */
function block(token: MarkedToken, depth: number): ReactNode {
  const view = depth > deepest ? undefined : viewIn(blockViews, token);
  return view === undefined ? <p className={style.raw}>{token.raw.trimEnd()}</p> : view(token, depth);
}

const viewIn = (views: Views, { type }: MarkedToken) =>
  views[type] as ((token: MarkedToken, depth: number) => ReactNode) | undefined;

interface ListProps {
  readonly list: Tokens.List;
  readonly depth: number;
}

function List({ list: { ordered, start, items }, depth }: ListProps) {
  const shown = items.map((item, index) => (
    <li key={index}>
      {item.task && (item.checked ? '☑ ' : '☐ ')}
      {blocks(item.tokens, depth + 1)}
    </li>
  ));
  if (!ordered) return <ul className={style.list}>{shown}</ul>;
  return (
    <ol className={style.list} start={Number(start)}>
      {shown}
    </ol>
  );
}

interface TableProps {
  readonly table: Tokens.Table;
  readonly depth: number;
}

/** A table. One that is wider than the screen scrolls by itself, also with the keys. */
const Table = ({ table: { header, rows }, depth }: TableProps) => (
  <div className={style.scroll} tabIndex={0} role="group" aria-label="Table">
    <table className={style.table}>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} scope="col">
              {inline(cell.tokens, depth)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td key={index}>{inline(cell.tokens, depth)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function inline(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{span(token as MarkedToken, depth + 1)}</Fragment>);
}

const spanViews: Views = {
  text: ({ text }) => text,
  escape: ({ text }) => text,
  strong: ({ tokens }, depth) => <strong>{inline(tokens, depth)}</strong>,
  em: ({ tokens }, depth) => <em>{inline(tokens, depth)}</em>,
  del: ({ tokens }, depth) => <del>{inline(tokens, depth)}</del>,
  codespan: ({ text }) => <code>{text}</code>,
  br: () => <br />,
  link,
  checkbox: () => null,
};

/** A part of a line. HTML and images show as they are written. */
function span(token: MarkedToken, depth: number): ReactNode {
  const view = depth > deepest * 2 ? undefined : viewIn(spanViews, token);
  return view === undefined ? token.raw : view(token, depth);
}

function link({ href, raw, tokens }: Tokens.Link, depth: number): ReactNode {
  if (isMention(href)) return <span className={style.mention}>{inline(tokens, depth)}</span>;
  const address = linkAddress(href);
  if (address === null) return raw;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="link">
      {inline(tokens, depth)}
    </a>
  );
}
