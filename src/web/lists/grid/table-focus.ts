/** The id of the row that holds the focus; null if the focus is elsewhere. */
export function rowInFocus(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  return row?.dataset['row'] ?? null;
}

/** Gives the focus to the table, after the control that had it is gone. */
export function focusTable(): void {
  const places = ['[role="grid"] [data-place][tabindex="0"]', '[data-row] :is(a, input)', '#main'];
  const [first] = places.flatMap((place) => document.querySelector<HTMLElement>(place) ?? []);
  first?.focus();
}
