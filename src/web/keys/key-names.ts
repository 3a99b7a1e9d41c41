/** The action of a key: in words for the key help and the command menu, and as a function. */
export interface Key {
  /** Begins with a verb: `Move to a stage`. */
  readonly does: string;
  /** Null if the focused element acts by itself. The key help still lists it. */
  readonly act: (() => void) | null;
  /** The command menu offers it too. */
  readonly isCommand?: true;
  /** Whether it does something now. Without it, it always does. */
  readonly when?: () => boolean;
}

/**
 * The actions of keys, by chord: `m`, `shift+arrowright`, `ctrl+k`, or two keys in a row: `g p`. The key help does not
 * list a plain function.
 */
export type KeyMap = Readonly<Record<string, Key | (() => void)>>;

/** The chords that do one thing. */
export interface HelpLine {
  readonly chords: readonly string[];
  readonly does: string;
}

export interface HelpGroup {
  readonly name: string;
  readonly lines: readonly HelpLine[];
}

/** The headings of the keys that act on every screen. */
export const everywhere = 'Everywhere';
export const goTo = 'Go to';

interface KeyGroup {
  readonly group: string;
  readonly keys: KeyMap;
}

/**
 * The keys of all layers under their headings, those of the screen first. A later layer takes a chord from the earlier
 * ones.
 */
export function keyHelp(layers: readonly KeyGroup[]): readonly HelpGroup[] {
  const groups = new Map<string, Map<string, string[]>>();
  layers.forEach(({ group, keys }, index) => {
    const taken = new Set(layers.slice(index + 1).flatMap((later) => Object.keys(later.keys)));
    for (const [chord, key] of Object.entries(keys)) {
      if (typeof key !== 'object' || taken.has(chord)) continue;
      const lines = groups.get(group) ?? new Map<string, string[]>();
      lines.set(key.does, [...(lines.get(key.does) ?? []), chord]);
      groups.set(group, lines);
    }
  });
  const rank = (name: string): number => [everywhere, goTo].indexOf(name);
  return [...groups]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([name, lines]) => ({ name, lines: [...lines].map(([does, chords]) => ({ chords, does })) }));
}

/** Whether a chord is a letter, a digit or a sign, which people may type or dictate by accident (WCAG 2.1.4). */
export const isCharacter = (chord: string): boolean => /^(shift\+)?\S$/u.test(chord);

const names: Readonly<Record<string, string>> = {
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  delete: 'Delete',
  enter: 'Enter',
  escape: 'Escape',
  shift: 'Shift',
  space: 'Space',
};

/** The keys of a chord as people read them: `ctrl+k` → `Ctrl`, `K`. */
export const keysOf = (chord: string, isMac: boolean): readonly string[] =>
  chord.split(/[+ ]/).map((key) => {
    if (key === 'ctrl') return isMac ? 'Cmd' : 'Ctrl';
    if (key === 'alt') return isMac ? 'Option' : 'Alt';
    return names[key] ?? key.toUpperCase();
  });
