import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePinnedViews, viewHref } from '../../lists/views/pinned.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import { toast } from '../../toasts/toasts.ts';
import { closeOverlay, leaveOverlay } from './overlay.ts';

/** Opens a pinned view: the only one at once, else the one that the person picks. */
export function ViewPicker() {
  const navigate = useNavigate();
  const views = usePinnedViews();
  const only = views?.length === 1 ? views[0] : undefined;
  const isNone = views?.length === 0;
  useEffect(() => {
    if (isNone) leaveOverlay(() => toast('No view is pinned. Open Views above a list to pin one.'));
    if (only) leaveOverlay(() => void navigate({ href: viewHref(only) }));
  }, [isNone, only, navigate]);
  if (!views || isNone || only) return null;
  const open = (id: string): void => {
    const view = views.find((one) => one.id === id);
    if (view) leaveOverlay(() => void navigate({ href: viewHref(view) }));
  };
  return (
    <Dialog title="Pinned views" onClose={closeOverlay}>
      <Picker
        label="Pinned views"
        options={views.map(({ id, name, resource }) => ({ key: id, name, note: resource }))}
        onPick={open}
      />
    </Dialog>
  );
}
