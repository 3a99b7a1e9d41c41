import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell without windows is first: it takes less than half the processor time of the whole browser. */
const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** The path of Chromium, from `CHROMIUM` or from one of the usual places; null if there is none. */
export const chromiumProgram = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place)) ?? null;

if (chromiumProgram === null && process.env['CI'] === 'true') {
  throw new Error('There is no Chromium: install it, or name it by CHROMIUM.');
}
if (chromiumProgram === null) {
  console.warn(
    'There is no Chromium: the tests in a browser do not run. "apt-get install chromium-headless-shell", or set CHROMIUM.',
  );
}

/** A host name of a firm's network. Plain http to it is no secure context; to 127.0.0.1 it is one. */
const networkHost = 'crm.granite.example';

/** The URL at which the shared browser reaches a service of this machine as those of a network do. */
export const overNetwork = (url: string): string => url.replace('127.0.0.1', networkHost);

let launched: Promise<Browser> | undefined;

/** The browser of this worker, which sends no requests by itself. Its tests share it, each with contexts of its own. */
export const sharedBrowser = (): Promise<Browser> =>
  (launched ??= chromium.launch({
    executablePath: chromiumProgram ?? '',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      `--host-resolver-rules=MAP ${networkHost} 127.0.0.1`,
    ],
  }));
