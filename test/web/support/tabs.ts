import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A page in a browser, and the faults that it has had. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  /** Script errors, refused policies, failed requests, and requests to another origin. */
  readonly wrong: string[];
  /** The cookies of the browser now, for a later visit. */
  cookies(): Promise<Cookies>;
}

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** How a test opens a tab. */
interface Opening {
  readonly path: string;
  readonly options: BrowserContextOptions;
  readonly cookies: Cookies;
  readonly now: Date;
}

/**
 * The tabs of a browser that the tests of one service use in turn: a page costs a new tab three times the processor time
 * that it costs a used one. A tab begins on an empty page of the service, and without cookies, stored values and routes.
 */
export class Tabs {
  readonly #browser: Browser;
  readonly #url: string;
  /** The tabs that no test has, by their options. */
  readonly #idle = new Map<string, Page[]>();
  readonly #contexts: BrowserContext[] = [];

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  async open({ path, options, cookies, now }: Opening): Promise<OpenedPage> {
    const key = JSON.stringify(options);
    const page = this.#idle.get(key)?.pop() ?? (await this.#newTab(options));
    await page.context().addCookies(cookies);
    await page.clock.install({ time: now });
    await page.clock.resume();
    const wrong = faultsOf(page, this.#url);
    await page.goto(this.#url + path);
    const watched = watch(page);
    const close = async (): Promise<void> => {
      if (watched.isLasting() || page.context().pages().length > 1) await page.context().close();
      else await this.#empty(page, key);
    };
    return { page: watched.page, wrong, cookies: () => page.context().cookies(), [Symbol.asyncDispose]: close };
  }

  /** Closes all tabs. */
  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }

  async #newTab(options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    const page = await context.newPage();
    // Shorter than the test's own timeout, so that a failure names what it waited for.
    page.setDefaultTimeout(15_000);
    await page.goto(this.#emptyPage);
    return page;
  }

  async #empty(page: Page, key: string): Promise<void> {
    for (const event of heard) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A sheet or dialog that closes goes back in the history of the tab. That can abort the first request.
    await page.goto(this.#emptyPage).catch(() => page.goto(this.#emptyPage));
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.context().clearCookies();
    await page.mouse.move(-1, -1);
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), page]);
  }

  /** Of the same origin as the page: so the browser keeps the process of the tab. */
  get #emptyPage(): string {
    return `${this.#url}/health`;
  }
}

const heard = ['pageerror', 'console', 'request'] as const;

function faultsOf(page: Page, url: string): string[] {
  const wrong: string[] = [];
  page.on('pageerror', (error) => void wrong.push(String(error)));
  page.on('console', (message) => {
    // The page asks whether there is a session; 401 is an answer to that.
    const { url: source } = message.location();
    if (message.type() === 'error' && !source.endsWith('/session')) wrong.push(`${message.text()} (${source})`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) wrong.push(request.url());
  });
  return wrong;
}

/** What a test does with these can last longer than the page. Then no other test gets the tab. */
const lasting: ReadonlySet<string | symbol> = new Set([
  ...['on', 'once', 'addListener', 'addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  ...['clock', 'context', 'emulateMedia', 'setViewportSize', 'setDefaultTimeout', 'close'],
]);

function watch(page: Page): { readonly page: Page; isLasting(): boolean } {
  let isLasting = false;
  const get = (target: Page, name: string | symbol): unknown => {
    isLasting ||= lasting.has(name);
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  };
  return { page: new Proxy(page, { get }), isLasting: () => isLasting };
}
