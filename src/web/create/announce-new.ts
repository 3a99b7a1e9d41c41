import { api } from '../data/api.ts';
import { announce } from '../data/changes.ts';
import type { RecordTarget } from '../data/target.ts';

/** Tells the screens of a new record at once: its event follows. */
export function announceNew({ singular, plural }: Pick<RecordTarget, 'singular' | 'plural'>, id: string): void {
  const payload = { id, url: `${api.baseUrl}/${plural}/${id}` };
  announce([{ id: '', event_id: '', event_type: `${singular}.create`, timestamp: new Date().toISOString(), payload }]);
}
