/** The actions of cards and rows on the record beside them. */
export interface PeekActs {
  readonly open: (record: string) => void;
  /** Space opens the record, and closes it again. */
  readonly toggle: (record: string) => void;
  /** The focus has come to another card or row. */
  readonly follow: (record: string) => void;
}

const controls = 'button, input, select, textarea, label, summary, [contenteditable]';

/**
 * Listens on the document for elements with `data-peek="projects/12"`, so that cards and rows need nothing but their
 * attribute. A click opens the record by its link: other cells of a row, and parts with `data-act`, act themselves.
 * @returns ends it.
 */
export function listenForPeeks({ open, toggle, follow }: PeekActs): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const onLink = (event: MouseEvent): void => {
    const record = recordAt(event);
    const link = elementOf(event)?.closest('a');
    if (record === null || !isPlain(event) || link?.pathname !== `/${record}`) return;
    if (elementOf(event)?.closest('[data-act]')) return;
    event.preventDefault();
    open(record);
  };
  const onKey = (event: KeyboardEvent): void => {
    const record = recordAt(event);
    if (record === null || !isSpace(event) || elementOf(event)?.closest(controls)) return;
    event.preventDefault();
    toggle(record);
  };
  const onFocus = (event: FocusEvent): void => {
    const record = recordAt(event);
    if (record !== null) follow(record);
  };
  // A link acts before the event reaches the document.
  document.addEventListener('click', onLink, { capture: true, signal });
  document.addEventListener('keydown', onKey, { signal });
  document.addEventListener('focusin', onFocus, { signal });
  return () => ending.abort();
}

const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null);

const recordAt = (event: Event): string | null =>
  elementOf(event)?.closest<HTMLElement>('[data-peek]')?.dataset['peek'] ?? null;

/** Enter on a link is a click without a detail: it opens the page. */
const isPlain = ({ button, detail, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && detail > 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented;

const isSpace = ({ key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  key === ' ' && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented;
