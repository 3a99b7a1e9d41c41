import { type Deed, type Name, namesIn, pluralOf } from './deed.ts';

/** A part of the firm's past that is written together: at most some hundred deeds, in order of time. */
export type Chapter = readonly Deed[];

/** The records that the others refer to. They come first. */
const foundation = ['users', 'custom_fields', 'companies', 'contacts'];

/** Whether later chapters refer to a record. */
export const isLasting = (name: Name): boolean => foundation.includes(pluralOf(name));

const longest = 300;

/**
 * The deeds in the order in which a board should fill: the firm's address book, then everything about each project, the
 * newest project of each stage first. So every stage soon has cards, and a chapter needs no other but the first ones.
 */
export function chaptersOf(deeds: readonly Deed[]): Chapter[] {
  const families = foundation.flatMap((plural) => pieces(deeds.filter(({ name }) => pluralOf(name) === plural)));
  const stories = inTurnByStage(storiesOf(deeds.filter(({ name }) => !isLasting(name))));
  const chapters: Deed[][] = [];
  for (const story of stories) {
    const last = chapters.at(-1);
    if (last && last.length + story.length <= longest) last.push(...story);
    else chapters.push([...story]);
  }
  return [...families, ...chapters.map((chapter) => chapter.sort((one, other) => one.at - other.at))];
}

function pieces(deeds: readonly Deed[]): Chapter[] {
  const count = Math.ceil(deeds.length / longest);
  return Array.from({ length: count }, (_, index) => deeds.slice(index * longest, (index + 1) * longest));
}

type Story = Deed[];

/** Puts each deed with those of the records that it refers to: a project with its lead, team, tasks and calls. */
function storiesOf(deeds: readonly Deed[]): Story[] {
  const byName = new Map<Name, Story>();
  const stories: Story[] = [];
  for (const deed of deeds) {
    const story =
      namesIn(deed)
        .map((name) => byName.get(name))
        .find((found) => found !== undefined) ?? [];
    if (story.length === 0) stories.push(story);
    story.push(deed);
    byName.set(deed.name, story);
  }
  return stories;
}

/** The newest story of each stage, then the second newest of each, and so on. */
function inTurnByStage(stories: readonly Story[]): Story[] {
  const counts = new Map<string, number>();
  return stories
    .toReversed()
    .map((story) => {
      const stage = stageOf(story);
      const turn = counts.get(stage) ?? 0;
      counts.set(stage, turn + 1);
      return { story, turn };
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ story }) => story);
}

/** The last stage of the story's project; the kind of the first record if there is no project. */
function stageOf(story: Story): string {
  const stages = story.flatMap(({ links }) => links['project_stage_id'] ?? []);
  return stages.at(-1) ?? pluralOf(story[0]?.name ?? '');
}
