import type { Values } from '../domain/rule.ts';

/** Names a record before it has an id: `companies/17`, or an entry of a list by its key, `industries/steel`. */
export type Name = string;

/** The plural that a name begins with. */
export const pluralOf = (name: Name): string => name.slice(0, name.indexOf('/'));

/** One thing that somebody in the firm did. */
export interface Deed {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: Name;
  readonly action: 'create' | 'update' | 'convert';
  /** The record that is made or changed; of a conversion the project. */
  readonly name: Name;
  /** By column. */
  readonly values: Values;
  /** Columns that hold the ids of other records. */
  readonly links: Links;
  /** Of a conversion: what becomes a project. */
  readonly lead?: Name;
}

export type Links = Readonly<Record<string, Name | readonly Name[]>>;
