import { sharedValue, useShared } from '../data/shared-value.ts';

/** A short message about something that happened, perhaps with one thing to do about it. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isFault: boolean;
  readonly action?: { readonly name: string; readonly run: () => void } | undefined;
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

export const dismiss = (id: number): void => toasts.set(toasts.get().filter((one) => one.id !== id));

export const useToasts = (): readonly Toast[] => useShared(toasts);
