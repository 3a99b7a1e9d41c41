import { sharedValue, useShared } from '../data/shared-value.ts';

/** A short message about something that happened, perhaps with one thing to do about it. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isFault: boolean;
  readonly action?: { readonly name: string; readonly run: () => void } | undefined;
  /** Whether it shows how far some work is. Then it stays until the work ends. */
  readonly isProgress?: boolean;
}

const toasts = sharedValue<readonly Toast[]>([]);
let lastId = 0;

const most = 3;

/** Shows a toast until it is dismissed or has been seen for a while. */
export function toast(
  text: string,
  { isFault = false, action }: Partial<Pick<Toast, 'isFault' | 'action'>> = {},
): void {
  lastId += 1;
  toasts.set([...toasts.get().slice(1 - most), { id: lastId, text, isFault, action }]);
}

/** Quick work shows nothing but its result. */
const slowMs = 300;

interface Progress {
  readonly say: (text: string) => void;
  readonly end: () => void;
}

/** Shows how far some work is, until it ends. */
export function showProgress(first: string): Progress {
  lastId += 1;
  const id = lastId;
  let text = first;
  const show = (): void =>
    toasts.set([...toasts.get().slice(1 - most), { id, text, isFault: false, isProgress: true }]);
  const timer = setTimeout(show, slowMs);
  return {
    say: (next) => {
      text = next;
      toasts.set(toasts.get().map((one) => (one.id === id ? { ...one, text } : one)));
    },
    end: () => {
      clearTimeout(timer);
      dismiss(id);
    },
  };
}

export const dismiss = (id: number): void => toasts.set(toasts.get().filter((one) => one.id !== id));

export const useToasts = (): readonly Toast[] => useShared(toasts);
