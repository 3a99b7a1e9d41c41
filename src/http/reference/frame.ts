import type { DescribedApi } from './described-api.ts';
import { html, type Markup } from './html.ts';

/** The URLs of the files that a page loads, relative to `/docs/`. */
export interface PageFiles {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
  readonly search: string;
}

export interface Frame {
  readonly api: DescribedApi;
  readonly guides: readonly { readonly name: string; readonly title: string }[];
  readonly files: PageFiles;
}

export interface Page {
  readonly title: string;
  /** The relative path from the page to `/docs/`. A proxy can serve the service below a path that it does not know. */
  readonly root: string;
  /** The target of the page's menu link: `reference/projects`. */
  readonly place: string;
  readonly content: Markup;
}

/** A complete page: header with search, menu, content. It loads only its own files. */
export function frame({ api, guides, files }: Frame, { title, root, place, content }: Page): string {
  const link = (to: string, text: string): Markup =>
    html`<li><a href="${root}${to}"${to === place && html` aria-current="page"`}>${text}</a></li>`;
  const here = api.groups.find(({ tag }) => `reference/${tag}` === place);
  const operations = here?.operations.map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`);
  return html`<!doctype html>
<html lang="en" data-language="curl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<link rel="icon" href="${root}${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${files.style}">
<script type="module" src="${root}${files.script}"></script></head>
<body data-root="${root}" data-search="${root}${files.search}">
<header><a class="brand" href="${root === './docs/' ? './docs' : '../../docs'}">${api.title} API</a>
<search><input type="search" placeholder="Search" aria-label="Search the reference and the guides" aria-controls="found" autocomplete="off"><ul id="found" hidden></ul></search>
<a class="menu" href="#menu">Menu</a></header>
<div class="columns">
<nav id="menu" aria-label="Contents"><h2>Reference</h2>
<ul>${api.groups.map(({ tag, title: name }) => html`${link(`reference/${tag}`, name)}${tag === here?.tag && html`<li><ul>${operations}</ul></li>`}`)}</ul>
<h2>Guides</h2><ul>${guides.map(({ name, title: text }) => link(`guides/${name}`, text))}${link('errors', 'Error codes')}</ul>
<p><a href="${root}json">OpenAPI document</a></p></nav>
<main>${content}</main>
</div></body></html>
`.markup;
}
