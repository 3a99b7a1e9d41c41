/** The parts of the package that the service uses; it has no types of its own. */
declare module 'html-to-text' {
  /** A node of the document: an element, or a text with `data`. */
  export interface HtmlNode {
    readonly name?: string;
    readonly data?: string;
    readonly attribs?: Readonly<Record<string, string>>;
    readonly children?: readonly HtmlNode[];
  }

  interface TextBuilder {
    addInline(text: string, options?: { readonly noWordTransform?: boolean }): void;
    openBlock(options: { readonly leadingLineBreaks: number }): void;
    closeBlock(options: { readonly trailingLineBreaks: number }): void;
  }

  type Walk = (nodes: readonly HtmlNode[] | undefined, builder: TextBuilder) => void;

  /** Writes an element. */
  export type Formatter = (element: HtmlNode, walk: Walk, builder: TextBuilder) => void;

  export function compile(options: {
    readonly wordwrap: false;
    readonly encodeCharacters: Readonly<Record<string, string>>;
    readonly limits: Readonly<Record<string, number | string>>;
    readonly formatters: Readonly<Record<string, Formatter>>;
    readonly selectors: readonly Readonly<Record<string, unknown>>[];
  }): (html: string) => string;
}
