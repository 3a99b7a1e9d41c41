import { queryOptions, useQuery } from '@tanstack/react-query';
import { sendRequest } from './api.ts';
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

/** The service keeps any keys, so its document does not name those of the page. */
interface PreferencesAnswer {
  readonly preferences: Preferences;
}

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (await sendRequest<PreferencesAnswer>({ path: '/preferences', signal })).body.preferences,
});

const none: Preferences = {};

/** The preferences of the signed-in person; empty ones until they are read. */
export const usePreferences = (): Preferences => useQuery(preferencesQuery).data ?? none;

/** Ends when the change that was sent last is answered. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Changes preferences. The page shows the change at once, and sends changes one after the other.
 * @throws the service's answer if it refuses the change. The page then shows the stored preferences again, once the
 * service has answered the later changes too.
 */
export async function changePreferences(patch: MergePatch<Preferences>): Promise<void> {
  const { queryKey } = preferencesQuery;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (before) => before && mergePatched(before, patch));
  const request = last.then(() => send(patch));
  const answered = request.catch(() => undefined);
  last = answered;
  try {
    const stored = await request;
    // The answer to an earlier change lacks the later ones. So does a read while they wait.
    if (last === answered) queryClient.setQueryData(queryKey, stored);
  } catch (error) {
    if (last === answered) await queryClient.invalidateQueries({ queryKey });
    throw error;
  }
}

async function send(preferences: MergePatch<Preferences>): Promise<Preferences> {
  const request = { method: 'PATCH', path: '/preferences', body: { preferences } };
  const { body } = await sendRequest<PreferencesAnswer>(request);
  return body.preferences;
}
