import { randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { make } from '../../support/data/make.ts';
import { attached, upload } from '../../support/data/uploads.ts';
import { databaseFor, startTestService } from '../../support/service/service.ts';

test('the quota of an account holds for two uploads at once, and counts equal contents once', async () => {
  await using service = await startTestService({ FILES_QUOTA_BYTES: '10000' });
  const query = { project_id: (await make(service.first, 'projects')).id, name: 'a' };
  const first = randomBytes(4000);
  await attached(service, query, first);
  const both = await Promise.all([1, 2].map(() => upload(service, query, randomBytes(4000))));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    ...{ code: 'conflict', detail: expect.stringContaining('8000 of at most 10000 bytes, and this one has 4000') },
  });
  await attached(service, query, first);
  const { file_usage: usage } = (await service.first.get('/file_usage')).body;
  expect(usage).toEqual({ files: 3, bytes: 8000, trash_bytes: 0, limit: 10_000 });
});

test('FILE_SCAN_COMMAND decides on each upload', async () => {
  const database = await databaseFor();
  const program = join(database.environment['DATA_DIR'] ?? '', 'scan.sh');
  writeFileSync(
    program,
    '#!/bin/sh\nread -r word < "$2"\ncase "$word" in good) exit 0;; bad) exit 1;; *) exit 2;; esac\n',
  );
  chmodSync(program, 0o700);
  await using service = await startTestService({ FILE_SCAN_COMMAND: `${program} --quiet` }, { on: database });
  const query = { project_id: (await make(service.first, 'projects')).id, name: 'a' };
  const answers = [];
  for (const text of ['good\n', 'bad\n', 'odd\n']) answers.push(await upload(service, query, text));
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 503]);
  expect(answers[1]?.body.errors).toMatchObject([{ pointer: '/file', code: 'not_allowed' }]);
  expect((await service.first.get('/file_usage')).body.file_usage).toMatchObject({ files: 1, bytes: 5 });
});
