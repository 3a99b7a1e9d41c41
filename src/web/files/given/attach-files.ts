import { toast } from '../../toasts/toasts.ts';
import type { UploadTarget } from '../uploads/uploads.ts';
import { type GivenFiles, sortedOut } from './given-files.ts';

/** Attaches files to a record. The tray shows how far they are, and what cannot be sent. */
export async function attachFiles(target: UploadTarget, given: GivenFiles): Promise<void> {
  try {
    // Most visits attach nothing.
    const [{ showUnsent, upload }, { showTray }] = await Promise.all([
      import('../uploads/uploads.ts'),
      import('../uploads/upload-tray.tsx'),
    ]);
    showTray();
    const { fit, unfit } = sortedOut(given);
    for (const { file, fault } of unfit) showUnsent(target, file, fault);
    if (fit.length > 0) upload(target, fit);
  } catch {
    const action = { name: 'Try again', run: () => void attachFiles(target, given) };
    toast('The files were not attached: the page could not load what it needs for that.', { isFault: true, action });
  }
}
