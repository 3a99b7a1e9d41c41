import { Marked, type Token } from 'marked';

const marked = new Marked({ gfm: true, breaks: true });

/** A text with more signs that can nest takes seconds to read, and is none that a person wrote. */
const mostSigns = 3000;

/** The tokens of a text in Markdown; null if it nests too much to be read: it is then plain text. */
export function tokensOf(text: string): readonly Token[] | null {
  if ((text.match(/[*_~(>]/g)?.length ?? 0) > mostSigns) return null;
  try {
    return marked.lexer(text);
  } catch {
    // Its blocks nest deeper than the stack of the browser.
    return null;
  }
}
