import { useNavigate } from '@tanstack/react-router';
import { goTo } from '../../keys/key-names.ts';
import { useKeys } from '../../keys/keys.ts';
import { openOverlay } from '../overlays/overlay.ts';
import { usePlaces } from './places.tsx';

/** `G` and a letter go to a screen. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const goes = usePlaces().map(
    ({ to, name, key }) => [`g ${key}`, { does: name, act: () => void navigate({ to }) }] as const,
  );
  useKeys(
    { ...Object.fromEntries(goes), 'g v': { does: 'A pinned view', act: () => openOverlay('views') } },
    { group: goTo },
  );
}
