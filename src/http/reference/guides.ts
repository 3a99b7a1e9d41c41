import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';
import { inTurns } from '../../records/turns.ts';
import { escapeHtml, html, type Markup } from './html.ts';

/** The page of a Markdown file in `docs/`. */
export interface Guide {
  /** The file name without its extension: `first-integration`. */
  readonly name: string;
  readonly title: string;
  /** The text of the file. */
  readonly markdown: string;
  readonly content: Markup;
  readonly sections: readonly GuideSection[];
}

/** A heading and the text below it, for the search. */
export interface GuideSection {
  readonly title: string;
  readonly place: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL('../../../docs', import.meta.url));

/** The guides in reading order, by the work that they help with. Other files come last. */
const shelves: readonly (readonly [shelf: string, names: readonly string[]])[] = [
  [
    'Work in the page',
    ['page', 'for-estimators', 'for-business-developers', 'for-precon-managers', 'for-executives', 'imports'],
  ],
  [
    'Write a program',
    [
      ...['first-integration', 'api', 'authentication', 'lists-and-filters', 'reports', 'errors', 'domain-rules'],
      ...['custom-fields', 'files', 'webhooks', 'receiving-webhooks', 'events', 'exports', 'guarantees', 'versions'],
    ],
  ],
  ['Run the service', ['for-it', 'configuration', 'command-line', 'operations', 'backups', 'performance', 'sharding']],
];

/** Guides under one heading, such as `Write a program`. */
export interface Shelf {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** Reads all guides in the package. It yields to other requests between guides. */
export async function readGuides(): Promise<Shelf[]> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
  const guides = new Map<string, Guide>();
  await inTurns(names, (name) => guides.set(name, guideOf(name, readFileSync(join(folder, `${name}.md`), 'utf8'))));
  const shelved = shelves.map(([title, ordered]) => ({
    title,
    guides: ordered.flatMap((name) => guides.get(name) ?? []),
  }));
  const ordered = shelves.flatMap(([, some]) => some);
  const others = [...guides.values()].filter(({ name }) => !ordered.includes(name));
  return others.length === 0 ? shelved : [...shelved, { title: 'More', guides: others }];
}

/** The source of the programs that the guides link to, by file name. */
export function readExamples(): ReadonlyMap<string, string> {
  const place = join(folder, 'examples');
  const names = readdirSync(place).filter((name) => name.endsWith('.py'));
  return new Map(names.map((name) => [name, readFileSync(join(place, name), 'utf8')]));
}

function guideOf(name: string, markdown: string): Guide {
  const parser = new Marked({ renderer: { heading, link, html: escaped, code, image: () => '', table } });
  const tokens = parser.lexer(markdown);
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading');
  const title = headings.find(({ depth }) => depth === 1)?.text ?? name;
  const contents = headings.filter(({ depth }) => depth === 2);
  return {
    name,
    title: plain(title),
    markdown,
    content: html`${contents.length > 2 && contentsOf(contents)}<article class="guide">${{ markup: parser.parser(tokens) }}</article>`,
    sections: sectionsOf(markdown),
  };
}

const contentsOf = (headings: readonly Tokens.Heading[]): Markup =>
  html`<nav class="contents" aria-label="On this page"><ul>${headings.map(
    ({ text }) => html`<li><a href="#${placeOf(text)}">${plain(text)}</a></li>`,
  )}</ul></nav>`;

/** The anchor of a heading, built the way code forges build it, so links work on both. */
const placeOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-');

const plain = (markdown: string): string => markdown.replace(/[`*]/g, '');

function sectionsOf(markdown: string): GuideSection[] {
  return markdown
    .split(/^(?=#{1,4} )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => {
      const [line = '', ...rest] = part.split('\n');
      const title = line.replace(/^#+ /, '');
      return { title: plain(title), place: placeOf(title), text: plain(rest.join(' ')) };
    });
}

interface Rendering {
  readonly parser: { parseInline(tokens: Tokens.Generic[]): string };
}

function heading(this: Rendering, { tokens, depth, text }: Tokens.Heading): string {
  const place = placeOf(text);
  const inner = this.parser.parseInline(tokens);
  return `<h${depth} id="${place}"><a href="#${place}">${inner}</a></h${depth}>\n`;
}

/** A link to a file outside `docs/` becomes plain text. */
function link(this: Rendering, { href, tokens }: Tokens.Link): string {
  const inner = this.parser.parseInline(tokens);
  if (href.startsWith('../')) return inner;
  const target = href.replace(/\.md(?=#|$)/, '');
  const outward = /^https?:/.test(href) ? ' rel="noreferrer"' : '';
  return `<a href="${escapeHtml(target)}"${outward}>${inner}</a>`;
}

const escaped = ({ text }: { readonly text: string }): string => escapeHtml(text);

const code = ({ text }: Tokens.Code): string => `<figure><pre><code>${escapeHtml(text)}</code></pre></figure>\n`;

/** A table in its own element, which scrolls if the page is too narrow. */
function table(this: Rendering, { header, rows }: Tokens.Table): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th'): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`;
  return `<div class="table"><table>${row(header, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table></div>\n`;
}
