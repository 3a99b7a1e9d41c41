import { compile, type Formatter, type HtmlNode } from 'html-to-text';
import { type Unfit, unfit } from './unfit.ts';

const longest = 131_072;

/** Stands in the Markdown for elements beyond the limits. */
const omission = '\u0001';

const limits = { maxDepth: 64, maxChildNodes: 5000, ellipsis: omission };

const tooLarge = unfit(
  'HTML of at most 131,072 characters, with 64 elements within and 5,000 beside each other',
  'too_long',
);

/** Signs of Markdown, which the builder would otherwise escape. */
const verbatim = { noWordTransform: true };

/** The first or the last text in a node; undefined if an element without a text stands there. */
function textAt(end: 0 | -1, node: HtmlNode): string | undefined {
  let at: HtmlNode | undefined = node;
  while (at?.children !== undefined) at = at.children.at(end);
  return at?.data;
}

/** Puts a mark at both ends of a text, unless the text has blanks there, where Markdown reads no mark. */
const marked =
  (mark: string): Formatter =>
  (element, walk, builder) => {
    const isWhole = /^\S/.test(textAt(0, element) ?? '') && /\S$/.test(textAt(-1, element) ?? '');
    const sign = isWhole ? mark : '';
    builder.addInline(sign, verbatim);
    walk(element.children, builder);
    builder.addInline(sign, verbatim);
  };

const heading: Formatter = ({ name = '', children }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(`${'#'.repeat(Number(name.slice(1)))} `, verbatim);
  walk(children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const linked = /^(?:https?:\/\/|mailto:|tel:)[^\s<>]+$/i;

/** A link with an address that the page opens; otherwise its text alone. */
const link: Formatter = (element, walk, builder) => {
  const address = (element.attribs?.['href'] ?? '').trim();
  const text = textAt(0, element)?.trim() ?? '';
  const isLink = linked.test(address) && text !== '' && text !== address;
  if (isLink) builder.addInline('[', verbatim);
  walk(element.children, builder);
  if (isLink) builder.addInline(`](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`, verbatim);
};

const cell: Formatter = ({ children }, walk, builder) => {
  walk(children, builder);
  builder.addInline(' ');
};

const convert = compile({
  wordwrap: false,
  // The signs of Markdown in a text stand for themselves.
  encodeCharacters: Object.fromEntries(['\\', '*', '[', ']', '`'].map((sign) => [sign, `\\${sign}`])),
  limits,
  formatters: { strong: marked('**'), emphasis: marked('*'), heading, link, cell },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'skip' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['b', 'strong'].map((selector) => ({ selector, format: 'strong' })),
    ...['i', 'em'].map((selector) => ({ selector, format: 'emphasis' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'heading' })),
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
  ],
});

/** HTML as Markdown. A text without tags and entities stays as it is. A document beyond the limits is unfit. */
export function markdownOf(text: string): string | Unfit {
  if (!/[<&]/.test(text)) return text;
  if (text.length > longest) return tooLarge;
  const markdown = convert(text);
  return markdown.includes(omission) ? tooLarge : markdown.trim();
}
