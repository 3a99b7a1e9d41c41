import { nearest } from '../../parts/picker/nearest.ts';

/** Something that the command menu leads to: a screen, or an action. */
export interface MenuOption {
  /** Unique in the menu. */
  readonly key: string;
  readonly name: string;
  /** A note that distinguishes options with the same name. */
  readonly note?: string;
  /** The chord that does the same. */
  readonly chord?: string | undefined;
  /** The address of a screen. */
  readonly href?: string;
  readonly act?: () => void;
}

/** Options under a heading. */
export interface Section {
  readonly name: string;
  readonly options: readonly MenuOption[];
}

interface MenuContent {
  /** The trimmed text of the field. */
  readonly text: string;
  /** The project whose number is the text. */
  readonly numbered: readonly MenuOption[];
  /** The records that the person has opened, the last one first. */
  readonly recent: readonly MenuOption[];
  /** The records that the service has found, by family. */
  readonly found: readonly Section[];
  /** Everything else: actions, screens, views. */
  readonly commands: readonly Section[];
}

const mostRecent = 6;

/** The sections that the menu shows. Records come before commands, and each record stands once. */
export function sectionsOf({ text, numbered, recent, found, commands }: MenuContent): readonly Section[] {
  if (text === '') return filled([{ name: 'Recent', options: recent.slice(0, mostRecent) }, ...commands]);
  const shown = new Set<string>();
  const once = ({ name, options }: Section): Section => {
    const others = options.filter(({ key }) => !shown.has(key));
    for (const { key } of others) shown.add(key);
    return { name, options: others };
  };
  const records = [
    { name: 'Project number', options: numbered },
    { name: 'Recent', options: nearest(recent, text).slice(0, mostRecent) },
    ...found,
  ];
  const matching = commands.map(({ name, options }) => ({ name, options: nearest(options, text) }));
  return filled([...records, ...matching, { name: 'Everything', options: [allResults(text)] }].map(once));
}

const filled = (sections: readonly Section[]): readonly Section[] =>
  sections.filter(({ options }) => options.length > 0);

const allResults = (text: string): MenuOption => ({
  key: 'all',
  name: `Show all results for “${text}”`,
  href: `/search?${new URLSearchParams({ q: text }).toString()}`,
});
