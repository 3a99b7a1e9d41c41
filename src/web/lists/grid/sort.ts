/** The direction in which a list is first sorted by a name; null if it is not. */
export function directionOf(sort: string | undefined, name: string | null): 'ascending' | 'descending' | null {
  const [first] = (sort ?? '').split(',');
  if (name === null || first?.replace(/^-/, '') !== name) return null;
  return first.startsWith('-') ? 'descending' : 'ascending';
}

/** The order after a press of a head: ascending, then descending, then the order of the list itself. */
export function nextSort(sort: string | undefined, name: string): string | undefined {
  const direction = directionOf(sort, name);
  if (direction === null) return name;
  return direction === 'ascending' ? `-${name}` : undefined;
}
