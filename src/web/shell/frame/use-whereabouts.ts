import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusMain } from '../../parts/focus-main.ts';
import { keepPlace } from '../last-place.ts';
import { forgetMissingPart } from '../new-version.ts';
import { keepScreen, restoreScreen } from './kept-screens.ts';
import { narrow } from '../../parts/use-media.ts';

/** Remembers where the person is, for the next visit, and gives the focus a place on each new screen. */
export function useWhereabouts(): void {
  const router = useRouter();
  useEffect(() => {
    keepPlace(router.latestLocation.href);
    const ends = [
      router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
        if (fromLocation && (pathChanged || isSmall())) keepScreen(fromLocation);
        // If a part of the next screen is missing too, that is told anew.
        if (pathChanged) forgetMissingPart();
      }),
      router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
        keepPlace(toLocation.href);
        if (pathChanged || isSmall()) restoreScreen(toLocation);
        if (pathChanged) focusMain();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [router]);
}

/** A phone shows a record in place of the list, also at the same path. */
const isSmall = (): boolean => window.matchMedia(narrow).matches;
