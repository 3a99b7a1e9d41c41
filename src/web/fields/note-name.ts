import { choiceName } from '../../resources/labels.ts';
import type { Fields } from '../data/target.ts';

const most = 120;

/** Returns the title of a note, or else the first line of its text, without the signs of Markdown. */
export function noteName({ kind, title, text }: Fields): string {
  if (typeof title === 'string' && title !== '') return title;
  const [line = ''] = plain(typeof text === 'string' ? text : '')
    .split('\n')
    .filter((one) => one.trim() !== '');
  const name = line.trim();
  if (name === '') return choiceName(typeof kind === 'string' ? kind : 'note');
  return name.length > most ? `${name.slice(0, most).trimEnd()}…` : name;
}

/** The text of Markdown as people read it: a link is its text. */
const plain = (text: string): string =>
  text
    .replaceAll(/!?\[((?:[^[\]\\\n]|\\.)*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6} |> ?|[-*+] )+/gm, '')
    .replaceAll(/\\(?=[\[\]\\])|\*\*|__/g, '');
