import type { Values } from '../domain/rule.ts';

/** The name of a record before it has an id: `companies/17`, or a list entry by its key, `industries/steel`. */
export type Name = string;

/** The plural that a name begins with. */
export const pluralOf = (name: Name): string => name.slice(0, name.indexOf('/'));

/** One action of one person in the firm. */
export interface Deed {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: Name;
  readonly action: 'create' | 'update' | 'convert';
  /** The record that is created or changed; the project of a conversion. */
  readonly name: Name;
  /** By column. */
  readonly values: Values;
  /** Columns that hold the ids of other records. */
  readonly links: Links;
  /** The lead of a conversion. */
  readonly lead?: Name;
}

/** The names of the records that a deed makes or changes. */
export const subjectsOf = ({ name, lead }: Deed): Name[] => (lead === undefined ? [name] : [name, lead]);

/** The names of the records that a deed needs: those that it changes, and those that it refers to. */
export const namesIn = (deed: Deed): Name[] => [...subjectsOf(deed), ...Object.values(deed.links).flat()];

export type Links = Readonly<Record<string, Name | readonly Name[]>>;
