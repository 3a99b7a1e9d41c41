import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepPlace } from '../last-place.ts';

/** Remembers where the person is, for the next visit, and gives the focus a place on each new screen. */
export function useWhereabouts(): void {
  const router = useRouter();
  useEffect(() => {
    keepPlace(router.latestLocation.href);
    return router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
      keepPlace(toLocation.href);
      // The focus was on something of the former screen.
      if (pathChanged && document.activeElement === document.body) {
        document.getElementById('main')?.focus({ preventScroll: true });
      }
    });
  }, [router]);
}
