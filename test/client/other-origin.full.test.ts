import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chromiumProgram, overNetwork, sharedBrowser } from '../support/programs/browser.ts';
import { installPackage } from '../support/programs/installed.ts';
import { startTestService } from '../support/service/service.ts';
import { tokens } from '../support/service/template.ts';

/** Serves an empty page and the files of the client, on a port of its own. */
async function siteOf(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const script = /^\/(client\/[\w-]+\.js)$/.exec(request.url ?? '')?.[1];
    if (script === undefined) return response.setHeader('content-type', 'text/html').end('<!doctype html>');
    response.setHeader('content-type', 'text/javascript');
    return void readFile(join(folder, script)).then((text) => response.end(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return overNetwork(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** The program of the page. Its result shows the headers that only an allowed origin reads. */
const program = `async ([url, token]) => {
  const { createClient, Refused } = await import('/client/client.js');
  const crm = createClient({ url, token });
  const { id } = await crm.companies.create({ name: 'Harbor Steel', category: 'supplier' });
  const seen = await crm.companies.get(id);
  await crm.companies.update(id, { name: 'Harbour Steel' });
  const stale = await crm.companies.update(id, { name: 'Harbor' }, { unchanged: seen }).catch((error) => error);
  const names = [];
  for await (const { name } of crm.companies.list({ per_page: 1 })) names.push(name);
  let event;
  const following = (async () => {
    for await (const { event_type } of crm.events()) return (event = event_type);
  })();
  for (let number = 1; event === undefined; number += 1) {
    await crm.companies.update(id, { name: 'Harbor ' + number });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await following;
  return { isRefused: stale instanceof Refused, code: stale.code, version: stale.version, names, event };
}`;

describe.skipIf(chromiumProgram === null)('the client in a page of another origin', () => {
  test('sends every kind of request, if the service allows the origin', async () => {
    const installed = await installPackage();
    onTestFinished(() => installed[Symbol.asyncDispose]());
    const site = await siteOf(join(installed.folder, 'node_modules/plumbline-crm/dist'));
    await using service = await startTestService({ CORS_ORIGINS: site });
    const context = await (await sharedBrowser()).newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(site);
    const result = await page.evaluate(`(${program})(${JSON.stringify([overNetwork(service.url), tokens.first])})`);
    expect(result).toMatchObject({ isRefused: true, code: 'stale', version: 2 });
    expect(result).toMatchObject({ names: expect.arrayContaining(['Harbour Steel']), event: 'company.update' });
  });
});
