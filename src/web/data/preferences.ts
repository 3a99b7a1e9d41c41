import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { mergePatched } from './merge-patched.ts';
import { queryClient } from './query-client.ts';

/** The preferences of a person, on every device. Each part of the page has keys of its own. */
export interface Preferences {
  /** The saved views in the navigation, by id. */
  readonly pinned_views?: Readonly<Record<string, true>>;
  /** `narrow`: the navigation shows icons alone. */
  readonly rail?: 'narrow';
  /** Whether the page has led the person to the set-up. */
  readonly set_up_seen?: boolean;
}

/** A merge patch (RFC 7396): objects merge key by key, and null removes a key. */
export type MergePatch<Document> = {
  readonly [Key in keyof Document]?:
    | (Document[Key] extends object | undefined ? MergePatch<NonNullable<Document[Key]>> : Document[Key])
    | null;
};

interface Answer {
  readonly preferences: Preferences;
}

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.send<Answer>({ path: '/preferences', signal })).body.preferences,
});

const none: Preferences = {};

/** The preferences of the signed-in person; empty ones until they are read. */
export const usePreferences = (): Preferences => useQuery(preferencesQuery).data ?? none;

let sent: Promise<unknown> = Promise.resolve();

/**
 * Changes preferences. The page shows the change at once, and sends changes one after the other.
 * @throws the service's answer if it refuses the change; the page then shows the stored preferences again.
 */
export async function changePreferences(patch: MergePatch<Preferences>): Promise<void> {
  const { queryKey } = preferencesQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (before) => before && mergePatched(before, patch));
  const request = sent.then(() => send(patch));
  sent = request.catch(() => undefined);
  try {
    const stored = await request;
    queryClient.setQueryData(queryKey, (before) => before ?? stored);
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey });
    throw error;
  }
}

async function send(preferences: MergePatch<Preferences>): Promise<Preferences> {
  const { body } = await api.send<Answer>({ method: 'PATCH', path: '/preferences', body: { preferences } });
  return body.preferences;
}
