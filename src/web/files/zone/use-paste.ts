import { useEffect, useRef } from 'react';
import { useFormats } from '../../data/formats.ts';
import { type GivenFiles, pastedFiles } from '../given/given-files.ts';
import { copiedAddress } from '../links/read-address.ts';

interface PasteTaker {
  readonly onAddress: (address: string) => void;
  readonly onFiles: (given: GivenFiles) => void;
}

/** Takes what a person pastes outside of a text field and of a dialog. @param isMeant whether the record takes it. */
export function usePaste(isMeant: () => boolean, taker: PasteTaker): void {
  const { timeZone } = useFormats();
  const latest = useRef({ isMeant, taker, timeZone });
  useEffect(() => {
    latest.current = { isMeant, taker, timeZone };
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { clipboardData: copied } = event;
      const now = latest.current;
      if (event.defaultPrevented || copied === null || isElsewhere(event) || !now.isMeant()) return;
      const files = pastedFiles(copied, { now: new Date(), timeZone: now.timeZone });
      const address = copiedAddress(copied.getData('text/plain'));
      if (files.length > 0) now.taker.onFiles({ files, folders: [] });
      else if (address !== null) now.taker.onAddress(address);
      else return;
      event.preventDefault();
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
