import { comparedWith, firstProblems, type Problem, quoted } from '../../refusal.ts';
import { listFieldsOf } from '../../resources/list-fields.ts';
import { recordKeys, type Resource, selectableKeys } from '../../resources/resource.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { SortTerm } from '../../store/query/sort-keys.ts';
import { viewsOf } from '../../store/query/views.ts';
import { type AskedFilter, filtersOf, type QueryValues } from './list-filters.ts';
import type { Shape } from './renderer.ts';
import type { PageRequest } from '../../store/query/page.ts';
import { includableNames } from '../../resources/includes.ts';
import { instantAsked, pastProblems } from './as-of.ts';
import { suggested } from '../../suggestion.ts';
import { resourceOf } from '../../resources/index.ts';
import { parseQuery } from '../../schema/query-text.ts';

/** A request for a list: the page, the filters, the order and the shape of each record. */
export interface ListRequest extends PageRequest, Partial<AskedList> {
  /** Whether to count the records of all pages. */
  readonly countsExactly?: boolean;
}

/** The parts of a list's query other than the page. */
interface AskedList {
  readonly filters: readonly AskedFilter[];
  /** The requested order; undefined means the order of the resource. */
  readonly sort: readonly SortTerm[] | undefined;
  /** The requested keys and includes of each record. */
  readonly shape: Pick<Shape, 'keys' | 'include'>;
  /** The name of one of the resource's predefined views. */
  readonly view: string | undefined;
  /** The instant as of which the records are read; the default is their current versions. */
  readonly asOf?: Date | undefined;
}

/** The parameters of every list. No filter can have these names. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...['page', 'per_page', 'cursor', 'sort', 'fields', 'view', 'include', 'q', 'group_by', 'as_of'],
]);

/** The parsed query of a list, and all its problems. @param now the instant of the request. */
export function askedOf(
  resource: Resource,
  query: QueryValues,
  directory: Directory,
  now: Date,
): { readonly asked: AskedList; readonly problems: readonly Problem[] } {
  const { filters, problems } = filtersOf(resource, query, { directory, reserved: reservedNames });
  const sort = sortOf(resource, query['sort']);
  const { shape, problems: shapeProblems } = shapeAsked(resource, query);
  const { as_of: text, q } = query;
  const { asOf, problems: instantProblems } = instantAsked('as_of', text, directory, now);
  const parts = { filters, sort: sort.terms, include: shape.include, q };
  return {
    asked: { filters, sort: sort.terms, shape, view: query['view'], asOf },
    problems: [
      ...[...problems, ...sort.problems, ...shapeProblems, ...instantProblems],
      ...(text === undefined ? [] : pastProblems(resource, parts)),
    ],
  };
}

/** The parsed query of one record, and all its problems. @param now the instant of the request. */
export function recordAsked(resource: Resource, query: QueryValues, directory: Directory, now: Date) {
  const { shape, problems } = shapeAsked(resource, query);
  const { asOf, problems: instantProblems } = instantAsked('as_of', query['as_of'], directory, now);
  const pastFound = query['as_of'] === undefined ? [] : pastProblems(resource, { include: shape.include });
  return { shape, asOf, problems: [...problems, ...instantProblems, ...pastFound] };
}

/** The limit of sort fields, because a cursor carries a key for each. */
const mostTerms = 5;

function sortOf(resource: Resource, text: string | undefined): { terms?: SortTerm[]; problems: Problem[] } {
  if (text === undefined) return { problems: [] };
  const parts = text.split(',');
  const known = listFieldsOf(resource);
  const terms = parts.flatMap((part): SortTerm[] => {
    const field = known.get(part.replace(/^-/, ''));
    return field?.sortable ? [{ field, descending: part.startsWith('-') }] : [];
  });
  const names = new Set<string>();
  const problems = firstProblems(parts, (part, found) => {
    const name = part.replace(/^-/, '');
    const isRepeated = names.has(name);
    names.add(name);
    return isRepeated ? repeated(name) : sortProblem(resource, name, found);
  });
  if (parts.length > mostTerms) {
    problems.push({ parameter: 'sort', code: 'too_many', message: `must name at most ${mostTerms} fields` });
  }
  return { terms, problems };
}

function sortProblem(resource: Resource, name: string, found: number): Problem | null {
  const field = listFieldsOf(resource).get(name);
  if (!field) return noSuchName('sort', 'field to sort by', name, comparedWith(sortableNames(resource), found));
  if (!field.sortable) {
    const what = field.comparison === 'id' ? 'refers to another record' : 'may have several values';
    return { parameter: 'sort', code: 'not_allowed', message: `${name} ${what}, so it cannot be sorted by` };
  }
  return null;
}

const repeated = (name: string): Problem => ({
  parameter: 'sort',
  code: 'duplicate',
  message: `must name ${name.slice(0, 100)} once`,
});

/** The names of the fields by which lists of a resource can be sorted. */
export const sortableNames = (resource: Resource): string[] =>
  [...listFieldsOf(resource).values()].filter(({ sortable }) => sortable).map(({ name }) => name);

/** The names of a resource's predefined views; most resources have none. */
export const viewNames = (resource: Resource): string[] => Object.keys(viewsOf(resource));

/** The shape of records that a query's `fields` and `include` request, and all their problems. */
function shapeAsked(
  resource: Resource,
  { fields, include }: Readonly<Partial<Record<string, string>>>,
): { readonly shape: Pick<Shape, 'keys' | 'include'>; readonly problems: readonly Problem[] } {
  if (fields === undefined && include === undefined) return everything;
  const [keys, named] = [fields?.split(','), include?.split(',')];
  return {
    // A key that the record or `fields` has already is there once.
    shape: { keys, include: named?.filter((name) => !(keys ?? recordKeys(resource)).includes(name)) },
    problems: [...keyProblems(resource, keys), ...includeProblems(includableNames(resource), named)],
  };
}

const everything = { shape: {}, problems: [] };

/** The problem of an unknown name in a parameter. @param what the noun for the named thing. */
function noSuchName(parameter: string, what: string, name: string, known: readonly string[]): Problem {
  const { hint, member } = suggested(name, known);
  const message = name === '' ? `must name a ${what}` : `no ${what} is called ${quoted(name)}${hint}`;
  return { parameter, code: 'not_allowed', message, ...member };
}

function keyProblems(resource: Resource, names: readonly string[] = []): Problem[] {
  const known = selectableKeys(resource);
  return firstProblems(names, (name, found) => {
    if (known.includes(name)) return null;
    const meant = /id$/i.test(name) ? known : recordKeys(resource);
    return noSuchName('fields', 'key', name, comparedWith(meant, found));
  });
}

/** All problems of the names in `include`. */
export function includeProblems(known: readonly string[], names: readonly string[] = []): Problem[] {
  const parameter = 'include';
  const seen = new Set<string>();
  return firstProblems(names, (name, found) => {
    if (seen.has(name)) return { parameter, code: 'duplicate', message: `must name ${quoted(name)} once` };
    seen.add(name);
    if (known.includes(name)) return null;
    const { hint, member } = suggested(name, comparedWith(known, found));
    const message = `cannot name ${quoted(name)}${hint}`;
    const blank = 'must not have an empty name';
    return { parameter, code: 'not_allowed', message: name === '' ? blank : message, ...member, allowed: known };
  });
}

/**
 * The problems of a query string for a list, or only of its text without a list. Ignores its page and the rules for
 * parameters beside `q`.
 */
export function faultsOfQuestion(plural: string | null, query: string, directory: Directory): readonly Problem[] {
  const { values, problems } = parseQuery(query);
  if (plural === null) return problems;
  const resource = resourceOf(plural);
  const { as_of: _instant, ...others } = values;
  const { problems: found } = askedOf(resource, others, directory, new Date(0));
  return [...problems, ...found, ...namesProblems(resource, values)];
}

/** The problems of the parameters that the operation's schema restricts. */
function namesProblems(resource: Resource, { view, q, as_of: asOf }: Readonly<Record<string, string>>): Problem[] {
  const allowed = viewNames(resource);
  const problems: Problem[] = [];
  if (view !== undefined && !allowed.includes(view)) {
    const message = `cannot be ${JSON.stringify(view)}; allowed: ${allowed.join(', ') || 'none'}`;
    problems.push({ parameter: 'view', code: 'not_allowed', message });
  }
  if (asOf !== undefined) {
    const message = 'is not a parameter of a stored list, which shows its records as they are now';
    problems.push({ parameter: 'as_of', code: 'unknown_parameter', message });
  }
  if (q !== undefined && !resource.searched) {
    problems.push({ parameter: 'q', code: 'unknown_parameter', message: 'is not a parameter of this list' });
  }
  return problems;
}
