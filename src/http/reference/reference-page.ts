import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorsPage } from './errors-page.ts';
import { sendFixed, type FixedAnswer, fixedAnswer } from '../contract/fixed-answer.ts';
import { PageFileSet } from './page-files.ts';
import { splitTarget } from '../contract/request-target.ts';
import { missingPath } from '../contract/missing-path.ts';
import { pagePolicy, type Markup, html } from './html.ts';
import { Turn } from '../../records/turns.ts';
import { apiPrefix } from '../../version.ts';
import { describeApi, type DescribedApi } from './described-api.ts';
import { groupPage } from './group-page.ts';
import { type Guide, readExamples, readGuides, type Shelf } from './guides.ts';
import { indexForAssistants } from './index-for-assistants.ts';
import { operationPage } from './operation-page.ts';
import { overview } from './overview.ts';
import { type SearchEntry, searchEntries } from './search-entries.ts';

const contentSecurityPolicy = pagePolicy(
  "connect-src 'self'",
  "img-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
);

/** A relative URL to the same path without its trailing slash. */
const withoutSlash = (path: string): string => `..${path.slice(path.lastIndexOf('/', path.length - 2), -1)}`;

/**
 * Serves the reference and the guides under `/docs`, with files from this origin only, the page of all error codes under
 * `/docs/errors`, and `/llms.txt`, the index of the guides for programs that read Markdown.
 */
export function referencePage(document: () => Promise<object>): (app: FastifyInstance) => Promise<void> {
  let site: Promise<ReferenceSite> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = splitTarget(request.originalUrl);
    // The links of a page are relative to its URL without a trailing slash.
    if (path.endsWith('/')) return reply.redirect(withoutSlash(path), 308);
    site ??= document().then(referenceSite);
    const found = await (await site)(path.replace(/^\/(docs\/?)?/, ''));
    if (!found) throw missingPath(path);
    return sendFixed(request, reply.header('content-security-policy', contentSecurityPolicy), found);
  };
  return async (app) => {
    app.get('/docs', answer);
    app.get('/docs/*', answer);
    app.get('/llms.txt', answer);
    const errors = errorsPage();
    app.get('/docs/errors', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', errors.policy).send(errors.html),
    );
  };
}

/** Returns the content at a path below `/docs`, `''` for the first page; undefined if there is none. */
type ReferenceSite = (place: string) => Promise<FixedAnswer | undefined>;

/**
 * The pages of a document and of the guides. Each page is built on its first request. The service yields to other
 * requests before it builds a page and during the preparation.
 */
async function referenceSite(document: object): Promise<ReferenceSite> {
  const files = new PageFileSet();
  const makers = new Map<string, () => FixedAnswer>([
    ...(await pages(document, files)),
    ...[...readExamples()].map(
      ([name, text]) => [`guides/examples/${name}`, () => fixedAnswer('text/plain; charset=utf-8', text)] as const,
    ),
    ...['json', 'yaml'].map(
      // JSON is also valid YAML.
      (place) => [place, () => fixedAnswer('application/json; charset=utf-8', JSON.stringify(document))] as const,
    ),
  ]);
  const made = new Map<string, FixedAnswer>();
  const known = (place: string) => files.get(place) ?? made.get(place);
  return async (place) => {
    const make = makers.get(place);
    if (known(place) || !make) return known(place);
    await new Turn().pause();
    if (!made.has(place)) made.set(place, make());
    return made.get(place);
  };
}

type Maker = readonly [place: string, make: () => FixedAnswer];

async function pages(document: object, files: PageFileSet): Promise<Maker[]> {
  const turn = new Turn();
  await turn.pause();
  const api = describeApi(document);
  await turn.pause();
  const shelves = await readGuides();
  await turn.pause();
  const guides = shelves.flatMap((shelf) => shelf.guides);
  const around = { api, shelves, files: pageFiles(files, searchEntries(api, guides)) };
  const serviceUrl = api.server.slice(0, -apiPrefix.length);
  const title = `${api.title} API`;
  const page = (about: Page): FixedAnswer => fixedAnswer('text/html; charset=utf-8', frame(around, about));
  const below = (place: string, name: string, content: () => Markup): Maker => {
    const root = '../'.repeat(place.split('/').length - 1);
    return [place, () => page({ place, root, title: `${name} · ${title}`, content: content() })];
  };
  return [
    ['', () => page({ title, root: './docs/', place: '', content: overview(api, shelves) })],
    ...api.groups.flatMap((group) => [
      below(`reference/${group.tag}`, group.title, () => groupPage(group)),
      ...group.operations.map((operation) =>
        below(`reference/${group.tag}/${operation.id}`, operation.summary, () =>
          operationPage(api, operation, serviceUrl),
        ),
      ),
    ]),
    ...guides.flatMap((guide) => [below(`guides/${guide.name}`, guide.title, () => guide.content), sourceOf(guide)]),
    ['llms.txt', () => fixedAnswer('text/markdown; charset=utf-8', indexForAssistants(api, shelves, serviceUrl))],
  ];
}

/** The guide as Markdown. Its links lead to the Markdown of other guides. */
const sourceOf = ({ name, markdown }: Guide): Maker => [
  `guides/${name}.md`,
  () => fixedAnswer('text/markdown; charset=utf-8', markdown),
];

const pageFiles = (files: PageFileSet, entries: readonly SearchEntry[]): PageFiles => ({
  style: files.addFromPackage('reference.css'),
  script: files.addFromPackage('reference.js'),
  icon: files.addFromPackage('icon.svg'),
  search: files.add('search.json', JSON.stringify(entries)),
});

/** The URLs of the files that a page loads, relative to `/docs/`. */
interface PageFiles {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
  readonly search: string;
}

interface Frame {
  readonly api: DescribedApi;
  readonly shelves: readonly Shelf[];
  readonly files: PageFiles;
}

interface Page {
  readonly title: string;
  /** The relative path from the page to `/docs/`. A proxy can serve the service below a path that it does not know. */
  readonly root: string;
  /** The target of the page's menu link: `reference/projects`. */
  readonly place: string;
  readonly content: Markup;
}

/** A complete page: header with search, menu, content. It loads only its own files. */
function frame({ api, shelves, files }: Frame, { title, root, place, content }: Page): string {
  const link = (to: string, text: string): Markup =>
    html`<li><a href="${root}${to}"${to === place && html` aria-current="page"`}>${text}</a></li>`;
  const here = api.groups.find(({ tag }) => `${place}/`.startsWith(`reference/${tag}/`));
  const operations = here?.operations.map(({ id, summary }) => link(`reference/${here.tag}/${id}`, summary));
  return html`<!doctype html>
<html lang="en" data-language="curl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<link rel="icon" href="${root}${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${files.style}">
<script type="module" src="${root}${files.script}"></script></head>
<body data-root="${root}" data-search="${root}${files.search}">
<header><a class="brand" href="${root}../docs">${api.title} API</a>
<search><input type="search" placeholder="Search" aria-label="Search the reference and the guides" aria-controls="found" autocomplete="off"><ul id="found" hidden></ul></search>
<a class="menu" href="#menu">Menu</a></header>
<div class="columns">
<nav id="menu" aria-label="Contents">
${shelves.map((shelf) => html`<h2>${shelf.title}</h2><ul>${shelf.guides.map(({ name, title: text }) => link(`guides/${name}`, text))}</ul>`)}
<h2>Reference</h2>
<ul>${api.groups.map(({ tag, title: name }) => html`${link(`reference/${tag}`, name)}${tag === here?.tag && html`<li><ul>${operations}</ul></li>`}`)}${link('errors', 'Error codes')}</ul>
<p><a href="${root}json">OpenAPI document</a></p></nav>
<main>${content}</main>
</div></body></html>
`.markup;
}
