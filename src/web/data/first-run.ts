import { api } from './api.ts';
import type { FirmDirectory } from './directory.ts';
import { changePreferences, preferencesQuery } from './preferences.ts';
import { queryClient } from './query-client.ts';
import type { Session } from './session.ts';

/**
 * Whether the page leads the person to the set-up: the only user, an admin, of a firm without projects. It does so once,
 * which the person's preferences remember.
 */
export async function isFirstRun({ user }: Session, { users }: FirmDirectory): Promise<boolean> {
  if (user.role !== 'admin' || users.length > 1) return false;
  try {
    const [{ set_up_seen: isSeen }, made] = await Promise.all([
      queryClient.query({ ...preferencesQuery, staleTime: 'static' }),
      api.send('GET /projects', { query: { per_page: 1, fields: 'id' } }),
    ]);
    if (isSeen || made.body.projects.length > 0) return false;
    await changePreferences({ set_up_seen: true });
    return true;
  } catch {
    // The set-up can wait; the screen that the person wanted says what is wrong.
    return false;
  }
}
