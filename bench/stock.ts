import { deepStrictEqual } from 'node:assert/strict';
import type { Lists } from './firm.ts';
import { credentials } from './measure.ts';
import type { Subject } from './processes.ts';
import { token } from './product.ts';
import { type Deep, randomFor, type Scenario, type Side, type Stock } from './scenarios.ts';

interface Project {
  readonly id: string;
  readonly created_at: string;
}

const pagesOfDeep = 20;

/** The data from which requests are drawn, read from the product itself. */
export async function stockOf(lists: Lists, product: Subject, projects: number, firms = 1): Promise<Stock> {
  return { ...lists, projects, firms, deep: await placesDeepDown(product, projects) };
}

/** Goes back a tenth of the list from its end, then takes one position from each of some pages. */
async function placesDeepDown(product: Subject, projects: number): Promise<Deep[]> {
  const places: Deep[] = [];
  let passed = 0;
  const perPage = Math.min(500, Math.ceil(projects / 200));
  const start = `/api/2023-01/projects?per_page=${perPage}`;
  let page = await pageAt(product, (await pageAt(product, start)).links['last']);
  while (places.length < pagesOfDeep) {
    passed += page.projects.length;
    const last = page.projects.at(-1);
    const cursor = new URL(page.links['next'] ?? 'none:').searchParams.get('cursor');
    if (passed > projects / 10 && last && cursor) places.push({ cursor, at: last.created_at, id: last.id });
    if (page.links['prev'] === undefined) break;
    page = await pageAt(product, page.links['prev']);
  }
  return places;
}

async function pageAt(product: Subject, address = '') {
  const answer = await fetch(new URL(address, product.url), { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  const links = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  const { projects } = (await answer.json()) as { projects: Project[] };
  return { projects, links: Object.fromEntries(links.map(([, link, name]) => [name ?? '', link ?? ''])) };
}

/** Checks that both servers return the same JSON. @throws {AssertionError} with the difference. */
export async function checkAgreement(
  sides: Readonly<Record<Side, Subject>>,
  scenario: Scenario,
  stock: Stock,
): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const answerOf = async (side: Side): Promise<unknown> => {
      const { path, account } = scenario.ask(randomFor(scenario, 0, turn), stock, side);
      const prefix = side === 'product' ? '/api/2023-01' : '';
      return (await fetch(sides[side].url + prefix + path, { headers: credentials(side, account) })).json();
    };
    deepStrictEqual(await answerOf('product'), await answerOf('floor'), scenario.title);
  }
}
