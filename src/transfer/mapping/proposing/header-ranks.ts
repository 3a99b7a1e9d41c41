import { weakMemo } from '../../../weak-memo.ts';
import { text } from '../../../resources/fields.ts';
import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import { nounsOf, synonyms } from '../../../resources/transfer/words/synonyms.ts';
import type { MappingTarget } from '../../../resources/transfer/targets.ts';
import { rememberedLast } from '../reading-text/remembered.ts';
import { headerWords, plainHeaders, runTogether } from './header-words.ts';

/** How well a header names a target: 0 is its own name, and a higher rank is a worse name. Undefined if it does not. */
export type RankOf = (header: string) => number | undefined;

/**
 * The headers that name a target, also several of them in one: `Owner/GC` names the company twice, and `Bid/Due Date` is
 * the bid date and the due date.
 */
export function rankedHeaders(name: string, target: MappingTarget, family: ImportedFamily): RankOf {
  const { ranks, together } = ranksOf(name, target, family);
  const worst = ranks.size;
  const rankIn = ({ words, joined }: Words) => ranks.get(words) ?? together.get(joined);
  return (header) => {
    const { whole, plain, readings } = formsOf(nounsOf[family])(header);
    const own = rankIn(whole);
    if (own !== undefined) return own;
    const found = plain.map(rankIn).find((rank) => rank !== undefined);
    if (found !== undefined) return worst + found;
    const parts = readings.find((words) => words.every((part) => ranks.has(part)));
    return parts && 2 * worst + Math.min(...parts.map((part) => ranks.get(part) ?? worst));
  };
}

/** The headers that name a part of an address: `city`. */
export const rankedAddressPart = (part: string, family: ImportedFamily): RankOf =>
  rankedHeaders(`address.${part}`, { kind: 'address', asked: 'address', part, field: text() }, family);

/** The words of headers for a target, with their ranks. The field's own name comes first. */
function ranksOf(name: string, target: MappingTarget, family: ImportedFamily): Ranks {
  if (name === 'id' || target.kind === 'part') return { ranks: new Map(), together: new Map() };
  const own = target.kind === 'custom' ? [name, target.custom.api_name, target.custom.name] : [name];
  const known = synonyms[family][name] ?? [];
  const ranked = known.map((words, index) => [words, index + 1] as const).toReversed();
  const all = [...ranked, ...own.map((words) => [words, 0] as const)];
  return {
    ranks: new Map(all.map(([words, rank]) => [headerWords(words), rank])),
    together: new Map(all.map(([words, rank]) => [runTogether(words), rank])),
  };
}

/** The ranks of headers, by their words in order and written together. */
interface Ranks {
  readonly ranks: ReadonlyMap<string, number>;
  readonly together: ReadonlyMap<string, number>;
}

/** The words of a header in order, and written together. */
interface Words {
  readonly words: string;
  readonly joined: string;
}

/** A header as it is compared with the words of targets. */
interface HeaderForms {
  readonly whole: Words;
  readonly plain: readonly Words[];
  /** The words of the headers in one header, in each way to read it. */
  readonly readings: readonly (readonly string[])[];
}

const wordsOf = (header: string): Words => ({ words: headerWords(header), joined: runTogether(header) });

/** The forms of a header in a file of a family. Each target asks for those of one header before the next one. */
const formsOf = weakMemo((nouns: readonly string[]) =>
  rememberedLast(
    (header): HeaderForms => ({
      whole: wordsOf(header),
      plain: plainHeaders(header, nouns).map(wordsOf),
      readings: readings(header).map((parts) => parts.map(headerWords)),
    }),
  ),
);

/** The headers in one header; the last word may belong to each of them. */
function readings(header: string): readonly (readonly string[])[] {
  const parts = partsOf(header);
  const last = parts.at(-1)?.trim().split(/\s/).at(-1) ?? '';
  return parts.length < 2 ? [] : [parts, parts.map((part, at) => (at < parts.length - 1 ? `${part} ${last}` : part))];
}

/** No header names more fields at once. */
const mostParts = 6;

/** The headers in one header: none if it has more parts than a header can name. */
function partsOf(header: string): readonly string[] {
  const parts = header.split(/[/|&]|\bor\b/i);
  if (parts.length > 2 * mostParts) return [];
  const filled = parts.filter((part) => headerWords(part) !== '');
  return filled.length > mostParts ? [] : filled;
}

/** Whether a header such as `Project / Location` names a target beside others. */
export const isNamedBeside = (header: string, rankOf: RankOf): boolean => {
  const parts = partsOf(header);
  return parts.length > 1 && parts.some((part) => rankOf(part) !== undefined);
};
