import type { Problem } from '../refusal.ts';
import { isSortable, listFieldsOf } from '../resources/list-fields.ts';
import { recordKeys, type Resource } from '../resources/resource.ts';
import { nearest } from '../schema/problems.ts';
import type { Directory } from '../store/directory.ts';
import type { Filter } from '../store/filters.ts';
import type { SortTerm } from '../store/sort-keys.ts';
import { viewsOf } from '../store/views.ts';
import { filtersOf } from './list-filters.ts';
import type { Shape } from './shown.ts';
import type { Wish } from './window.ts';

/** What a client asks of a list: which part of it, of which records, in which order, and how much of each. */
export interface ListRequest extends Wish, Partial<Asked>, Pick<Shape, 'include'> {
  /** How many records there are on all pages together is to be counted. */
  readonly countsExactly?: boolean;
}

/** What a query asks of a list besides its part. */
export interface Asked {
  readonly filters: readonly Filter[];
  /** The order as asked for; none given means that of the resource. */
  readonly sort: readonly SortTerm[] | undefined;
  /** The keys of each record; none given means all. */
  readonly fields: readonly string[] | undefined;
  /** One of the ways in which a resource's lists are often looked at. */
  readonly view: string | undefined;
}

type Query = Readonly<Record<string, string>>;

/** Parameters that every list has, so that no filter bears their names. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...['page', 'per_page', 'cursor', 'sort', 'fields', 'view', 'include', 'q', 'group_by'],
]);

/** What a list's query asks for, and everything that is wrong with it. */
export function askedOf(
  resource: Resource,
  query: Query,
  directory: Directory,
): { readonly asked: Asked; readonly problems: readonly Problem[] } {
  const { filters, problems } = filtersOf(resource, query, { directory, reserved: reservedNames });
  const sort = sortOf(resource, query['sort']);
  const fields = fieldsOf(resource, query['fields']);
  return {
    asked: { filters, sort: sort.terms, fields: fields.names, view: query['view'] },
    problems: [...problems, ...sort.problems, ...fields.problems],
  };
}

/** The keys that `fields` names, and what is wrong with it. */
export function fieldsOf(resource: Resource, text: string | undefined): { names?: string[]; problems: Problem[] } {
  if (text === undefined) return { problems: [] };
  const names = text.split(',');
  const known = recordKeys(resource);
  const problems = names.filter((name) => !known.includes(name)).map((name) => unknown('fields', 'key', name, known));
  return { names, problems };
}

function unknown(parameter: string, what: string, name: string, known: readonly string[]): Problem {
  const suggestion = name === '' ? undefined : nearest(name, known);
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  return {
    parameter,
    code: 'not_allowed',
    message: name === '' ? `must name a ${what}` : `no ${what} is called ${JSON.stringify(name)}${hint}`,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** A cursor carries a key for each. */
const mostTerms = 5;

function sortOf(resource: Resource, text: string | undefined): { terms?: SortTerm[]; problems: Problem[] } {
  if (text === undefined) return { problems: [] };
  const parts = text.split(',');
  const known = listFieldsOf(resource);
  const terms = parts.flatMap((part): SortTerm[] => {
    const field = known.get(part.replace(/^-/, ''));
    return field && isSortable(field) ? [{ field, descending: part.startsWith('-') }] : [];
  });
  const names = parts.map((part) => part.replace(/^-/, ''));
  const problems = names.flatMap((name, index) => sortProblem(resource, name, names.indexOf(name) < index) ?? []);
  if (parts.length > mostTerms) {
    problems.push({ parameter: 'sort', code: 'too_many', message: `must name at most ${mostTerms} fields` });
  }
  return { terms, problems };
}

function sortProblem(resource: Resource, name: string, isRepeated: boolean): Problem | null {
  const field = listFieldsOf(resource).get(name);
  if (!field) return unknown('sort', 'field to sort by', name, sortableNames(resource));
  if (!isSortable(field)) {
    const what = field.comparison === 'id' ? 'names another record' : 'may have several values';
    return { parameter: 'sort', code: 'not_allowed', message: `${name} ${what}, which has no order` };
  }
  return isRepeated ? { parameter: 'sort', code: 'duplicate', message: `must name ${name} once` } : null;
}

/** What lists of a resource can be sorted by. */
export const sortableNames = (resource: Resource): string[] =>
  [...listFieldsOf(resource).values()].filter(isSortable).map(({ name }) => name);

/** The names of the ways in which a resource's lists are often looked at; none for most. */
export const viewNames = (resource: Resource): string[] => Object.keys(viewsOf(resource));
