import { afterAll, beforeAll, describe } from 'vitest';
import { chromiumProgram } from '../../support/programs/browser.ts';
import { startWebService, type WebService } from './signed-in-page.ts';

/**
 * Describes the page in a browser, with a service of its own. Skips its tests where there is no Chromium.
 * @param body its tests. `web` is there once they run, not while they are listed.
 * @param settings the arguments of `startWebService`.
 */
export function inBrowser(
  title: string,
  body: (web: WebService) => void,
  ...settings: Parameters<typeof startWebService>
): void {
  describe.skipIf(chromiumProgram === null)(title, () => {
    let started: WebService & AsyncDisposable;
    beforeAll(async () => {
      started = await startWebService(...settings);
    });
    afterAll(() => started[Symbol.asyncDispose]());
    body({
      get service() {
        return started.service;
      },
      get url() {
        return started.url;
      },
      open: (...args) => started.open(...args),
      openSignedIn: (...args) => started.openSignedIn(...args),
    });
  });
}
