import { randomUUID } from 'node:crypto';
import { readConfig } from '../../../src/config.ts';
import { openFileStore } from '../../../src/files/open-files.ts';
import { startTestService, type TestService } from '../service/service.ts';
import { startS3Stub } from './s3-stub.ts';

/** The places of contents. `npm run test:s3` runs the suites that walk them on a real bucket alone. */
export const filePlaces = process.env['S3_TEST_URL'] === undefined ? (['folder', 'bucket'] as const) : ['bucket'];

/** A service whose contents are in one of the places. */
export interface StoredService {
  readonly service: TestService;
  /** The names of all objects, in order. */
  objects(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts a service of its own for a suite. In a real bucket, it has a folder of its own, which is empty at the end. */
export async function startStoredService(
  place: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<StoredService> {
  const bucket = place === 'bucket' ? await openBucket() : null;
  const service = await startTestService({ ...environment, ...bucket?.settings });
  const store = openFileStore(readConfig({ DATA_DIR: service.dataFolder, ...bucket?.settings }));
  const objects = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of store.list()) names.push(name);
    return names.toSorted();
  };
  const stop = async (): Promise<void> => {
    await service.stop();
    for (const name of await objects()) await store.remove(name);
    await bucket?.close();
  };
  return { service, objects, stop };
}

/** The settings of a bucket, and its end. */
interface Bucket {
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The bucket of `S3_TEST_URL`, else a stub. */
async function openBucket(): Promise<Bucket> {
  const { S3_TEST_URL: url, S3_TEST_KEY_ID: keyId = '', S3_TEST_SECRET: secret = '', S3_TEST_REGION } = process.env;
  if (url !== undefined) {
    const region = S3_TEST_REGION === undefined ? {} : { FILES_S3_REGION: S3_TEST_REGION };
    const own = `${url.replace(/\/$/, '')}/${randomUUID()}`;
    const settings = { FILES_S3_URL: own, FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret, ...region };
    return { settings, close: () => Promise.resolve() };
  }
  const stub = await startS3Stub();
  const settings = { FILES_S3_URL: stub.url, FILES_S3_KEY_ID: stub.keys.keyId, FILES_S3_SECRET: stub.keys.secret };
  return { settings, close: async () => await stub[Symbol.asyncDispose]() };
}
