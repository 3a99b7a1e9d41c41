import { toast } from '../toasts/toasts.ts';

/** Copies the address of a page of this service: `/projects/12`. A page over plain http has no `navigator.clipboard`. */
export function copyLink(path: string): void {
  const address = new URL(path, window.location.origin).href;
  const box = document.createElement('textarea');
  box.value = address;
  document.body.append(box);
  const { activeElement: before } = document;
  box.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isCopied = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  toast(isCopied ? 'The link is copied.' : `The browser did not copy the link: ${address}`);
}
