import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { Json } from '../support/service/client.ts';
import { tokens } from '../support/service/template.ts';
import { emptyPlace, type Environment, furnishedPlace, type Place, startOn } from './command-line.ts';

/** The contents of the files that a suite attaches. */
export const contents = ['the first plan', 'a second plan, somewhat longer'] as const;

/** The bytes of these together. */
export const sum = contents.join('').length;

type Send = (method: string, path: string, body?: string, contentType?: string) => Promise<Json>;

/** The text of an answer; its status if it is a refusal. */
type Read = (path: string) => Promise<string | number>;

/** Sends requests of the first firm to a service that runs meanwhile. */
export async function serving<Result>(
  environment: Environment,
  work: (service: { readonly send: Send; readonly read: Read }) => Promise<Result>,
): Promise<Result> {
  const service = await startOn(environment, () => undefined);
  const ask = (method: string, path: string, body?: string, contentType = 'application/octet-stream') =>
    fetch(`${service.url}/api/2023-01${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.first}`, 'content-type': contentType },
      ...(body === undefined ? {} : { body }),
    });
  const send: Send = async (method, path, ...sent) => {
    const answer = await ask(method, path, ...sent);
    expect(answer.status, path).toBeLessThan(300);
    return answer.status === 204 ? undefined : await answer.json();
  };
  const read: Read = async (path) => {
    const answer = await ask('GET', path);
    return answer.ok ? await answer.text() : answer.status;
  };
  try {
    return await work({ send, read });
  } finally {
    await service.stop();
  }
}

/** Makes a project with the files. @returns its id. */
const attachAll = (environment: Environment): Promise<string> =>
  serving(environment, async ({ send }) => {
    const made = await send('POST', '/projects', JSON.stringify({ project: { name: 'Annex' } }), 'application/json');
    for (const content of contents) await attach(send, made.project.id, content);
    return made.project.id;
  });

/** A place with the files, for the tests of a suite. They read it once they run. */
export function placeWithFiles() {
  let place: Place;
  let scratch: string;
  let projectId: string;
  beforeAll(async () => {
    place = await furnishedPlace();
    scratch = await mkdtemp(join(tmpdir(), 'attached-files-'));
    projectId = await attachAll(place.environment);
  });
  afterAll(async () => {
    await place.remove();
    await rm(scratch, { recursive: true, force: true });
  });
  return {
    get environment() {
      return place.environment;
    },
    get projectId() {
      return projectId;
    },
    newFolder: () => mkdtemp(join(scratch, 'folder-')),
  };
}

/** Attaches a file to a project. @returns its id. */
export const attach = async (send: Send, projectId: string, content: string): Promise<string> =>
  (await send('POST', `/files/upload?project_id=${projectId}&name=${content.length}.txt`, content)).file.id;

/** The contents of the files of a project, in the order of their names. */
export const contentsOf = (environment: Environment, projectId: string): Promise<readonly (string | number)[]> =>
  serving(environment, async ({ send, read }) => {
    const { files } = await send('GET', `/files?project_id=${projectId}&sort=name`);
    return await Promise.all(files.map(({ id }: { id: string }) => read(`/files/${id}/content`)));
  });

/** The SHA-256 of contents. */
export const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The name of the contents in the store of the first firm. */
export const objectOf = (content: string): string => join('1', digestOf(content).slice(0, 2), digestOf(content));

/** The names of the objects of the first firm in a folder. */
export async function objectsIn(folder: string): Promise<string[]> {
  const found = await readdir(join(folder, '1'), { recursive: true }).catch(() => []);
  const whole = found.filter((name) => /[\da-f]{64}$/.test(name));
  return whole.map((name) => join('1', name)).sort();
}

/** A place without data, whose files lie in a folder. */
export async function placeFor(folder: string): Promise<Environment> {
  const made = await emptyPlace();
  onTestFinished(() => made.remove());
  return { DATA_DIR: folder, ...made.environment };
}
