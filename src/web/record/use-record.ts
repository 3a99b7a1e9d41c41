import { useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Refused } from '../../client/problem.ts';
import type { Resource } from '../../resources/resource.ts';
import { changeQueue } from '../data/change-queue.ts';
import { recordQuery, type LoadedRecord } from './record-query.ts';

/** A record. Throws the service's answer if there is none, also when it is deleted while the page shows it. */
export function useRecord(resource: Resource, id: string): LoadedRecord {
  const { data, error } = useSuspenseQuery(recordQuery(resource, id));
  const shown = useWithPending(resource, data);
  if (error instanceof Refused && error.status === 404) throw error;
  return shown;
}

/** A record with the changes over it that the service has not answered yet. */
export function useWithPending({ plural }: Resource, { record, version }: LoadedRecord): LoadedRecord {
  const { id } = record;
  const pending = useSyncExternalStore(subscribe, () => changeQueue.pending({ plural, id }));
  return { record: { ...record, ...pending, id }, version };
}

const subscribe = (reader: () => void): (() => void) => changeQueue.subscribe(reader);
