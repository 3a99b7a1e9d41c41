import { resourceOf } from '../resources/index.ts';
import { type Deed, type Name, namesIn, pluralOf, subjectsOf } from './deed.ts';

/** Deeds of one kind on records of one resource, of which none needs another. */
export type Round = readonly Deed[];

/** The rounds of a chapter: a record is created before the deeds that refer to it, and changed in order of time. */
export function roundsOf(chapter: readonly Deed[]): Round[] {
  /** The levels of the first and the last deed on each record so far. */
  const levels = new Map<Name, { readonly first: number; readonly last: number }>();
  const rounds = new Map<string, { readonly level: number; readonly deeds: Deed[] }>();
  for (const deed of chapter) {
    const [own, named] = [subjectsOf(deed), namesIn(deed)];
    const before = [...named.map((name) => levels.get(name)?.first), ...own.map((name) => levels.get(name)?.last)];
    const level = Math.max(...before.map((known) => (known ?? -1) + 1));
    for (const name of own) levels.set(name, { first: levels.get(name)?.first ?? level, last: level });
    const kind = `${level} ${kindOf(deed)}`;
    const round = rounds.get(kind);
    if (round) round.deeds.push(deed);
    else rounds.set(kind, { level, deeds: [deed] });
  }
  return [...rounds.values()].sort((one, other) => one.level - other.level).map(({ deeds }) => deeds);
}

/** Small records are changed by one actor at one time, because their change reloads the directory. */
function kindOf({ action, name, at, by }: Deed): string {
  const plural = pluralOf(name);
  return resourceOf(plural).kept === 'directory' ? `${action} ${plural} ${at} ${by}` : `${action} ${plural}`;
}
