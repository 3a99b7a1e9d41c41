const searched = [
  ...['name', 'project_number', 'external_id', 'address_street_address', 'address_street_address2', 'address_city'],
  ...['address_state', 'address_zip', 'address_country'],
];

/**
 * The text of a project that the floor searches, as SQL. The floor has an index of trigrams on it.
 * @param before stands before each column: an alias with a dot, or nothing.
 */
export const floorText = (before: string): string =>
  `(${searched.map((name) => `coalesce(${before}${name}, '')`).join(" || ' ' || ")})`;
