import type { Row } from '../../resources/resource.ts';
import type { RequestContext } from '../call.ts';
import type { RecordText } from '../rendered.ts';
import { withFreshDirectory } from './fresh-directory.ts';
import { readIncluded } from './included.ts';
import { type Shape, showing } from './shown.ts';

/** Renders rows that were just read, with their included records. */
export async function show(call: RequestContext, shape: Shape, rows: readonly Row[]): Promise<RecordText[]> {
  const further = await readIncluded(call, shape, rows);
  return await withFreshDirectory(call, async (fresh) => {
    const write = showing(shape, fresh.directory, fresh.at);
    const include = further(fresh);
    return rows.map((row) => {
      const json = write(row);
      call.room?.take(json);
      return extended(json, include(row));
    });
  });
}

const extended = (json: string, further: string): string => (further === '' ? json : `${json.slice(0, -1)}${further}}`);
