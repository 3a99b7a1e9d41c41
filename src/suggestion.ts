import { distance } from 'fastest-levenshtein';

/** The suggestion for an unknown name, as the end of a message and as a member of its problem; empty if none fits. */
export function suggested(name: string, known: readonly string[]): { hint: string; member: { suggestion?: string } } {
  const suggestion = nearest(name, known);
  return suggestion === undefined
    ? { hint: '', member: {} }
    : { hint: `; did you mean ${suggestion}?`, member: { suggestion } };
}

/** The longest name that is compared. A longer one is no typo, and comparing it is slow. */
const longestName = 63;

/**
 * The known name closest to an unknown one: its synonym in this API, a longer name that ends with it (`stage` means
 * `project_stage_id`), or a name with few different letters. `undefined` if none is similar.
 */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (name === '' || name.length > longestName) return undefined;
  const plain = snakeCase(name);
  const found = synonym(plain, known) ?? longerBy(plain, known) ?? alike(plain, known);
  // Clients send the id of a related record, not the record itself.
  return known.includes(`${found}_id`) ? `${found}_id` : found;
}

/** `perPage` and `Per-Page` as `per_page`. */
const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Synonyms that other APIs and people use, keyed by the name in this API. */
const usedElsewhere: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    per_page: ['limit', 'page_size', 'pagesize', 'page_limit', 'take', 'max_results'],
    page: ['offset', 'skip', 'page_number', 'page_no'],
    cursor: ['after', 'starting_after', 'page_token', 'next_token', 'continuation'],
    sort: ['order', 'order_by', 'orderby', 'sort_by', 'sortby', 'sort_order', 'ordering'],
    include: ['expand', 'embed', 'includes', 'with', 'populate', 'relations'],
    q: ['search', 'query', 'keyword', 'keywords', 'term'],
    fields: ['select', 'only', 'columns', 'attributes', 'properties'],
    square_feet: ['square_foot', 'square_footage', 'sqft', 'sq_ft', 'sf', 'area'],
    amount: ['value', 'price', 'contract_value', 'bid_amount'],
    value_in_cents: ['value', 'amount', 'cents'],
    bid_due_date: ['due_date', 'bid_date', 'due_at', 'due_on'],
    deadline: ['due_date', 'due_at', 'due_on', 'due'],
    company_id: ['client_id', 'customer_id', 'client', 'customer', 'organization_id'],
    assigned_to_id: ['owner_id', 'owner', 'assignee_id', 'assignee', 'user_id', 'estimator_id'],
    project_number: ['job_number', 'job_no'],
    name: ['title'],
    title: ['name', 'subject'],
    notes: ['note', 'comment', 'comments'],
    description: ['summary', 'details'],
    phone: ['telephone', 'phone_number', 'mobile', 'tel'],
    website: ['url', 'homepage', 'web'],
    url: ['endpoint', 'target_url'],
    zip: ['postal_code', 'postcode', 'zip_code'],
    'address.zip': ['postal_code', 'postcode', 'zip_code'],
    external_id: ['ext_id', 'foreign_id'],
    event_type: ['type', 'event'],
  }),
);

const synonym = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => one === name) ?? known.find((one) => usedElsewhere.get(one)?.includes(name));

/** The shortest ending that is compared, because shorter words end too many names. */
const shortestEnd = 3;

function longerBy(name: string, known: readonly string[]): string | undefined {
  if (name.length < shortestEnd) return undefined;
  const ends = [`_${name}`, `_${name}_id`, `.${name}`];
  return closest(
    name,
    known.filter((one) => ends.some((end) => one.endsWith(end))),
  );
}

const alike = (name: string, known: readonly string[]): string | undefined =>
  closest(
    name,
    known.filter((one) => isAlike(name, one) || isAlike(name, one.replace(/_id$/, ''))),
  );

/** Up to a third of the letters can differ, or two letters can be swapped. */
function isAlike(name: string, other: string): boolean {
  const most = Math.floor(name.length / 3);
  // Skips the slow comparison for most names.
  if (Math.abs(name.length - other.length) > most) return false;
  return distance(name, other) <= most || isSwapped(name, other);
}

const isSwapped = (name: string, other: string): boolean =>
  name.length === other.length && distance(name, other) === 2 && lettersOf(name) === lettersOf(other);

const lettersOf = (name: string): string => [...name].sort().join('');

const closest = (name: string, known: readonly string[]): string | undefined =>
  [...known].sort((one, other) => distance(name, one) - distance(name, other))[0];

/** The limit of known names. With more, a suggestion takes long to find. */
const mostKnown = 200;

/** The limit of name pairs compared for one request, including a bulk request. */
export const mostComparisons = 5000;

/** The comparisons that one request has left. They are limited, because they all run synchronously. */
export interface Comparisons {
  left: number;
}

/** The names to compare the next unknown name with; none if there are too many or the limit is reached. */
export function namesToCompare(comparisons: Comparisons, known: readonly string[]): readonly string[] {
  if (known.length > Math.min(mostKnown, comparisons.left)) return [];
  comparisons.left -= known.length;
  return known;
}
