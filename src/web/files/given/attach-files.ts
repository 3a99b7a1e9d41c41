import { toast } from '../../toasts/toasts.ts';
import type { UploadTarget } from '../uploads/uploads.ts';
import { faultOf, folderFault, type GivenFiles } from './given-files.ts';

/** Attaches files to a record. The tray shows how far they are, and what cannot be sent. */
export async function attachFiles(target: UploadTarget, { files, folders }: GivenFiles): Promise<void> {
  try {
    // Most visits attach nothing.
    const [{ showUnsent, upload }, { showTray }] = await Promise.all([
      import('../uploads/uploads.ts'),
      import('../uploads/upload-tray.tsx'),
    ]);
    showTray();
    for (const folder of folders) showUnsent(target, folder, folderFault);
    for (const file of files) {
      const fault = faultOf(file);
      if (fault !== null) showUnsent(target, file, fault);
    }
    const fit = files.filter((file) => faultOf(file) === null);
    if (fit.length > 0) upload(target, fit);
  } catch {
    const action = { name: 'Try again', run: () => void attachFiles(target, { files, folders }) };
    toast('The files were not attached: the page could not load what it needs for that.', { isFault: true, action });
  }
}
