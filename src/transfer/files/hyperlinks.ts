import { isEmailAddress } from '../../resources/vocabulary/formats.ts';
import type { FileCell } from './file-rows.ts';

/** The address of a link: `mailto:eli@example.com?subject=Bid` is the address of Eli. */
export const addressOf = (target: string): string =>
  /^mailto:/i.test(target) ? (target.slice('mailto:'.length).split('?')[0] ?? '') : target;

/** A link of a formula, and the text that its cell shows. */
export interface FormulaLink {
  readonly link: string;
  readonly shown: string;
}

/** The link of a formula such as `HYPERLINK("https://example.com","Plans")`; null if it is another, or computes one. */
export function linkOfFormula(formula: string): FormulaLink | null {
  if (formula.length > longestLink || !start.test(formula)) return null;
  const [, address = '', text = address] = /^[^"]*"([^"]+)"(?:\s?[,;]\s?"([^"]+)")?/.exec(formula) ?? [];
  return address === '' || address.startsWith('#') ? null : { link: addressOf(address), shown: text };
}

const start = /^\s?HYPERLINK\(\s?"/i;

/** The most characters of a formula with a link. */
export const longestLink = 4096;

/** Whether a cell shows an address itself, so that its link says nothing more. */
export function showsAddress(cell: FileCell, link: string): boolean {
  const text = typeof cell === 'string' ? cell.trim() : '';
  if (/^(?:https?:|mailto:|www\.)\S+$/i.test(text) || isEmailAddress(text)) return true;
  return /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(text) && hostOf(link).endsWith(hostOf(text));
}

const hostOf = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^[a-z]{1,20}:\/\//, '')
    .replace(/^www\./, '')
    .split(/[/?#:]/)[0] ?? '';
