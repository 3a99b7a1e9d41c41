import { type Deed, type Name, pluralOf } from './deed.ts';

/** A part of the firm's past that is written together, in order of time. */
export interface Chapter {
  /** The number of deeds. */
  readonly size: number;
  readonly deeds: () => readonly Deed[];
}

/** Everything about one project, lead or task list of the office. */
export interface Story extends Chapter {
  /** The last stage of the project; otherwise the kind of the story. */
  readonly stage: string;
}

/** The records that the others refer to, and the goals. They come first. */
const lastingPlurals = ['users', 'custom_fields', 'goals', 'companies', 'contacts'];

/** Whether later chapters refer to a record. */
export const isLasting = (name: Name): boolean => lastingPlurals.includes(pluralOf(name));

/** The limit of deeds, unless one project has more: the embedded engine runs nothing else meanwhile. */
const longest = 60;

/**
 * The deeds in the order in which a board should fill: the firm's address book, then everything about each project, the
 * newest project of each stage first. So every stage soon has cards, and a chapter needs no other but the first ones.
 * @param foundation the deeds on lasting records.
 * @param stories the newest first.
 */
export function chaptersOf(foundation: readonly Deed[], stories: readonly Story[]): Chapter[] {
  const families = lastingPlurals.flatMap((plural) =>
    pieces(foundation.filter(({ name }) => pluralOf(name) === plural)),
  );
  const chapters: Story[][] = [];
  for (const story of inTurnByStage(stories)) {
    const last = chapters.at(-1);
    if (last && sizeOf(last) + story.size <= longest) last.push(story);
    else chapters.push([story]);
  }
  return [...families.map((deeds) => ({ size: deeds.length, deeds: () => deeds })), ...chapters.map(chapterOf)];
}

function pieces(deeds: readonly Deed[]): (readonly Deed[])[] {
  const sorted = inOrder(deeds);
  const count = Math.ceil(deeds.length / longest);
  return Array.from({ length: count }, (_, index) => sorted.slice(index * longest, (index + 1) * longest));
}

const chapterOf = (stories: readonly Story[]): Chapter => ({
  size: sizeOf(stories),
  deeds: () => inOrder(stories.flatMap((story) => story.deeds())),
});

/** The number of deeds in chapters or stories. */
export const sizeOf = (parts: readonly { readonly size: number }[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);

const inOrder = (deeds: readonly Deed[]): Deed[] => deeds.toSorted((one, other) => one.at - other.at);

/** The newest story of each stage, then the second newest of each, and so on. */
function inTurnByStage(stories: readonly Story[]): Story[] {
  const counts = new Map<string, number>();
  return stories
    .map((story) => {
      const turn = counts.get(story.stage) ?? 0;
      counts.set(story.stage, turn + 1);
      return { story, turn };
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ story }) => story);
}
