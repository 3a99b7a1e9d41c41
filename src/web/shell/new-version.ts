import { sharedValue, useShared } from '../data/shared-value.ts';

const isMissing = sharedValue(false);

/** Notices that a file of the page is not there any more: the service has a newer page. */
export function listenForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { readonly payload: Error };
    // The router reloads the page on the browser's own message, and what somebody is typing would be lost.
    payload.message = 'This part of the page could not be loaded.';
    isMissing.set(true);
  });
}

/** Parts of the page load again: what is missing will be told anew. */
export const forgetMissingPart = (): void => isMissing.set(false);

/** Whether a part of the page could not be loaded. */
export const useMissingPart = (): boolean => useShared(isMissing);
