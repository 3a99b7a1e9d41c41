import type { Schemas } from '../../client/operations.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, onDirectoryVersion } from './api.ts';
import { queryClient } from './query-client.ts';

/** A stage of the pipeline. */
export type Stage = Schemas['ProjectStageRead'];

/** A field that the firm has defined. */
export type CustomField = Schemas['CustomFieldRead'];

/** The firm, its users and all of its lists, in the order of their lists. */
export type FirmDirectory = Schemas['Directory'];

/** An entry of the directory, whatever its list. */
export interface Entry {
  readonly id: string;
  readonly key?: string | null;
  readonly name: string | null;
  readonly email?: string | null;
}

/** The entries of a small resource, by its plural. */
export const entriesOf = (directory: FirmDirectory, plural: string): readonly Entry[] =>
  (directory as unknown as Readonly<Record<string, readonly Entry[] | undefined>>)[plural] ?? [];

/** The name of an entry; of a user without a name, the e-mail address. */
export const nameOf = ({ name, email, key }: Entry): string => name ?? email ?? key ?? '';

export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await api.send('GET /directory')).body.directory,
});

export const useDirectory = (): FirmDirectory => useSuspenseQuery(directoryQuery).data;

/** The time zone of the firm, for code outside of components. Until the page has read it, that of the browser. */
const firmZone = (): string | undefined => queryClient.getQueryData(directoryQuery.queryKey)?.account.time_zone;

/** `2:00 PM`, in the firm's zone. */
export const timeInFirm = (instant: Date): string => formatsIn(firmZone()).time.format(instant);

/** `Mar 14, 2027, 2:00 PM`, in the firm's zone. */
export const momentInFirm = (instant: Date): string => formatsIn(firmZone()).moment.format(instant);

/** To make formats is slow, so those of the zone that was used last stay. */
let last: ReturnType<typeof newFormats> | null = null;

function formatsIn(timeZone: string | undefined) {
  if (last === null || last.timeZone !== timeZone) last = newFormats(timeZone);
  return last;
}

const newFormats = (timeZone: string | undefined) => ({
  timeZone,
  time: new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }),
  moment: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
});

/** Reads the directory again when an answer was made from another version: somebody has changed a list. */
export function followDirectory(): () => void {
  const reread = (version: string): void => {
    const known = queryClient.getQueryData(directoryQuery.queryKey);
    if (known === undefined || known.version === version) return;
    void queryClient.invalidateQueries({ queryKey: directoryQuery.queryKey }, { cancelRefetch: false });
  };
  onDirectoryVersion.add(reread);
  return () => onDirectoryVersion.delete(reread);
}
