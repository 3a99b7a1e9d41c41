import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArchiveFiles, archiveFiles, archiveOf, withRows } from '../../support/data/spoilt-archives.ts';
import { downloadArchive, restoreArchive } from '../../support/requests/account-archive.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let files: ArchiveFiles;
beforeAll(async () => {
  service = await sharedService();
  files = archiveFiles(await downloadArchive(service, service.tokens.first));
});
afterAll(() => service.stop());

/** The refusal of an archive. */
const refusalOf = (archive: Uint8Array): Promise<Json> => restoreArchive(service, service.tokens.second, archive);

describe('an unsound archive', () => {
  it('is refused when it unpacks to many times what has arrived', { timeout: 60_000 }, async () => {
    const lines = Array.from({ length: 5 }, () => ' '.repeat(15 * 2 ** 20));
    const bomb = gzipSync(gunzipSync(archiveOf(withRows(files, 'tasks.ndjson', lines))));
    const answer = await refusalOf(bomb);
    expect(answer).toMatchObject({
      status: 422,
      detail: 'The file unpacks to more than 400 times its size. Plumbline changed nothing.',
    });
  });
});
