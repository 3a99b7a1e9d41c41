// Makes docs/pictures/pipeline.png, the picture of the README: the pipeline of a new firm with sample data. With a folder
// as its argument, it makes pictures of every screen there instead: on a desk, in the dark, on a phone. Run
// `npm run build` first. Needs Chromium: at /usr/bin/chromium, or where CHROMIUM says.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { screens } from '../dist/resources/screens.js';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const picture = fileURLToPath(new URL('../docs/pictures/pipeline.png', import.meta.url));
const desk = { width: 1280, height: 720 };
/** Screens below those of the navigation. */
const further = [
  ...['/projects/1', '/companies/1', '/contacts/1', '/leads/1', '/tasks/1', '/calls/1', '/search?q=school'],
  ...['me', 'firm', 'stages', 'lists', 'fields', 'users', 'tokens', 'webhooks', 'audit-log'].map(
    (page) => `/settings/${page}`,
  ),
];
const folder = await mkdtemp(join(tmpdir(), 'plumbline-picture-'));
const service = spawn(process.execPath, [program, 'serve', '--json'], {
  env: {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: folder,
    PORT: '0',
    DURABLE_WRITES: '0',
    ACCOUNT_NAME: 'Granite Builders',
    ACCOUNT_TIME_ZONE: 'America/Chicago',
  },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const { url, first_start: first } = await firstLine(service.stdout);
  const demo = async (method) => {
    const headers = { authorization: `Bearer ${first.token}` };
    const answer = await fetch(`${url}/api/2023-01/account/demo`, { method, headers });
    return (await answer.json()).demo;
  };
  await demo('POST');
  while ((await demo('GET')).status === 'running') await new Promise((resolve) => setTimeout(resolve, 1000));
  const storageState = await signedIn(first.passwordUrl);
  const target = process.argv[2];
  if (target === undefined) await takePicture('/pipeline', { storageState, viewport: desk }, picture);
  else await takePictures(target, storageState);

  async function takePictures(directory, state) {
    await mkdir(directory, { recursive: true });
    const looks = {
      desk: { viewport: { width: 1280, height: 800 } },
      dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
      phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    };
    const paths = screens.filter((screen) => screen !== 'set-password').map((screen) => `/${screen}`);
    for (const path of [...paths, ...further]) {
      for (const [look, options] of Object.entries(looks)) {
        const file = `${path.slice(1).replace(/\W+/g, '-')}-${look}.png`;
        await takePicture(path, { ...options, storageState: state }, join(directory, file));
      }
    }
  }

  async function takePicture(path, options, file) {
    const context = await browser.newContext({ locale: 'en-US', ...options });
    const page = await context.newPage();
    await page.goto(url + path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('load');
    // The event stream stays open, so the network never is idle: the picture waits until nothing loads.
    await page
      .getByText(/^(Loading…|…)$/)
      .first()
      .waitFor({ state: 'detached' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await page.screenshot({ path: file });
    await context.close();
  }

  async function signedIn(address) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.getByLabel('New password').fill('a password for the picture');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const state = await context.storageState();
    await context.close();
    return state;
  }
} finally {
  await browser.close();
  service.kill();
  await rm(folder, { recursive: true, force: true });
}

/** The line of JSON that the service prints once it listens. */
async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line);
  throw new Error('The service did not start. Run `npm run build` first.');
}
