import { useEffect, useRef } from 'react';
import { copiedAddress } from '../links/read-address.ts';

interface PasteTaker {
  readonly onAddress: (address: string) => void;
}

/** Takes what a person pastes outside of a text field and of a dialog. @param isMeant whether the record takes it. */
export function usePaste(isMeant: () => boolean, taker: PasteTaker): void {
  const latest = useRef({ isMeant, taker });
  useEffect(() => {
    latest.current = { isMeant, taker };
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData: copied } = event;
      if (event.defaultPrevented || copied === null || isElsewhere(event) || !latest.current.isMeant()) return;
      const address = copiedAddress(copied.getData('text/plain'));
      if (address === null) return;
      event.preventDefault();
      latest.current.taker.onAddress(address);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}

/** Whether a text field or a dialog takes the paste. */
function isElsewhere({ target }: ClipboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
  return isTyping || document.querySelector('dialog:modal') !== null;
}
