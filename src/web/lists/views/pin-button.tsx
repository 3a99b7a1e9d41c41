import { Pin } from 'lucide-react';
import { usePreferences } from '../../data/preferences.ts';
import { Button } from '../../parts/button/button.tsx';
import { pinView } from './pinned.ts';
import style from './views-dialog.module.css';
import type { View } from './views.ts';

interface Props {
  readonly view: View;
  /** Does something, and shows why it failed. */
  readonly attempt: (work: () => Promise<unknown>) => void;
}

/** Pins a view to the navigation, or takes it away from there. */
export function PinButton({ view, attempt }: Props) {
  const { pinned_views: pinned = {} } = usePreferences();
  const isPinned = view.id in pinned;
  return (
    <Button
      look="bare"
      className={style.pin ?? ''}
      aria-label={`Pin ${view.name} to the navigation`}
      aria-pressed={isPinned}
      title={isPinned ? 'Unpin from the navigation' : 'Pin to the navigation'}
      onClick={() => attempt(() => pinView(view, !isPinned))}
    >
      <Pin aria-hidden />
    </Button>
  );
}
