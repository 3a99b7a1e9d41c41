import type { Client, Reply } from '../service/client.ts';

/** Sets the record at a path back to a version. */
export const reverting = (
  client: Client,
  path: string,
  version: number,
  { force, headers }: { force?: boolean; headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> =>
  client.post(`${path}/revert`, { revert: { version, ...(force === undefined ? {} : { force }) } }, headers);
