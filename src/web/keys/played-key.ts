/** Does what a key does where the focus is: as the page hears it, and else as the browser does it. */
export function playKey({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const copy = { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true };
  if (!target.dispatchEvent(new KeyboardEvent('keydown', copy))) return;
  const act = acts[key];
  if (act) act(target, shiftKey);
  else if ((ctrlKey || metaKey) && !altKey) editByChord(target, key.toLowerCase());
  else if (target instanceof HTMLSelectElement) choose(target, key);
  else if (key.length === 1) edit('insertText', key);
}

const acts: Readonly<Record<string, (target: Element, isShift: boolean) => void>> = {
  Tab: (_, isShift) => goOn(isShift ? -1 : 1),
  Enter: enter,
  Backspace: () => edit('delete'),
  Delete: () => edit('forwardDelete'),
  ' ': (target) => (isText(target) ? edit('insertText', ' ') : press(target)),
};

const textTypes = ['text', 'search', 'email', 'tel', 'url', 'password', 'number'];

const isText = (target: Element): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && textTypes.includes(target.type));

type EditCommand = 'insertText' | 'delete' | 'forwardDelete' | 'selectAll' | 'undo';

const chordEdits: Readonly<Record<string, EditCommand>> = { a: 'selectAll', z: 'undo' };

function editByChord(target: Element, key: string): void {
  const command = chordEdits[key];
  if (command && isText(target)) edit(command);
}

/** Edits the field with the focus as typing does: at its caret, with the events of typing. */
const edit = (command: EditCommand, text?: string): void =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- every browser has it, and nothing else does so
  void document.execCommand(command, false, text);

function press(target: Element): void {
  if (target instanceof HTMLElement && target !== document.body) target.click();
}

/** Enter writes a line, sends the form of a field, or presses a button or link. */
function enter(target: Element): void {
  if (target instanceof HTMLTextAreaElement) edit('insertText', '\n');
  else if (target instanceof HTMLInputElement && isText(target)) sendForm(target.form);
  else press(target);
}

/** Enter in a field presses the button of its form, which does nothing while it is disabled. */
const sendForm = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('button:not([type]), [type="submit"]')?.click();

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Moves the focus to the next element, or the one before, within the open dialog. */
function goOn(step: 1 | -1): void {
  const within = document.activeElement?.closest('dialog') ?? document.body;
  const stops = [...within.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
  );
  const at = stops.findIndex((one) => one === document.activeElement);
  stops.at((at + step) % stops.length)?.focus();
}

let sought: { readonly list: HTMLSelectElement; readonly text: string } | null = null;

/** Letters choose the option of a list that begins with them. */
function choose(list: HTMLSelectElement, key: string): void {
  if (key.length !== 1) return;
  const text = (sought?.list === list ? sought.text : '') + key.toLowerCase();
  sought = { list, text };
  const option = [...list.options].find((one) => one.text.toLowerCase().startsWith(text));
  if (!option) return;
  list.value = option.value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}
