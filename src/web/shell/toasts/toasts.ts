import { useSyncExternalStore } from 'react';

/** A short message about something that happened, perhaps with one thing to do about it. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isFault: boolean;
  readonly action?: { readonly name: string; readonly run: () => void } | undefined;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const readers = new Set<() => void>();

function become(next: readonly Toast[]): void {
  toasts = next;
  for (const reader of readers) reader();
}

const most = 3;

/** Shows a toast until it is dismissed or has been seen for a while. */
export function toast(
  text: string,
  { isFault = false, action }: Partial<Pick<Toast, 'isFault' | 'action'>> = {},
): void {
  lastId += 1;
  become([...toasts.slice(1 - most), { id: lastId, text, isFault, action }]);
}

export const dismiss = (id: number): void => become(toasts.filter((one) => one.id !== id));

const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts);
