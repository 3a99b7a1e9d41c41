import { useEffect } from 'react';

/** Names the tab of the browser after what it shows. @param title null leaves the name as it is. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Plumbline`;
  }, [title]);
}
