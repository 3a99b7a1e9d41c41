import type { DescribedApi, DescribedOperation, DescribedAnswer, Content, Parameter } from './described-api.ts';
import { html, type Markup, prose } from './html.ts';
import { SchemaView } from './schema-view.ts';
import { sampleBlocks, sampleUrl } from './code-samples.ts';

/** The page of an operation: its request and answers, then the records that they use. */
export function operationPage(api: DescribedApi, operation: DescribedOperation, serviceUrl: string): Markup {
  const schemas = new SchemaView(api.resolve);
  const target = `../../..${operation.server.slice(serviceUrl.length)}${operation.path}`;
  const section = operationSection({ operation, schemas, target });
  const named = schemas.sections();
  return html`${section}
${named.markup !== '' && html`<h2 id="schemas">Records in these answers</h2>${named}`}`;
}

/** The parts that an operation's section needs. */
interface OperationSection {
  readonly operation: DescribedOperation;
  readonly schemas: SchemaView;
  /** The operation's URL relative to the page: `../../../api/2023-01/projects/{id}`. */
  readonly target: string;
}

/** The section of an operation: its request and responses on the left, code and examples on the right. */
function operationSection(shown: OperationSection): Markup {
  const { operation, schemas } = shown;
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const places: readonly (readonly [string, readonly Parameter[]])[] = [
    ['Path', parameters.filter((parameter) => parameter.in === 'path')],
    ['Query', parameters.filter((parameter) => parameter.in === 'query')],
    ['Headers', parameters.filter((parameter) => parameter.in === 'header')],
  ];
  return html`<section class="operation" id="${id}">
<h1>${summary}</h1>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
<div class="halves"><div>
<p>${prose(description)}</p>
${body && bodyOf(body, schemas)}
${places.map(([title, some]) => some.length > 0 && html`<h2>${title}</h2>${parameterList(some, schemas)}`)}
<h2>Answers</h2>${answers.map((answer) => answerOf(answer, schemas))}
</div><div class="beside">${samples(shown)}${answers.map(answerSample)}${tryForm(shown, body?.examples[0]?.value)}</div></div>
</section>
`;
}

const bodyOf = (body: Content, schemas: SchemaView): Markup =>
  html`<h2>Body <span class="type">${body.mediaType}</span></h2>
<p>${prose(body.description)}${!body.required && ' It may be left out.'}</p>${schemas.body(body.schema)}`;

const answerOf = ({ status, description, content }: DescribedAnswer, schemas: SchemaView): Markup =>
  isSuccess(status)
    ? html`<p><code class="status">${status}</code> ${prose(description)}</p>${content && schemas.body(content.schema)}`
    : html`<p class="refusal"><code class="status">${status}</code> ${prose(description)}</p>`;

const isSuccess = (status: string): boolean => status.startsWith('2');

function samples({ operation }: OperationSection): Markup {
  const { method, isPublic, body, answers } = operation;
  const examples = body?.examples ?? [{ title: '', value: undefined }];
  return html`${examples.map(({ title, value }) => {
    const sent = body ? { body: value, mediaType: body.mediaType } : {};
    const answered = answers.some(({ status, content }) => isSuccess(status) && content?.mediaType.endsWith('json'));
    const request = { method, url: sampleUrl(operation), authorized: !isPublic, answers: answered, ...sent };
    return html`<figure>${title !== '' && html`<figcaption>${title}</figcaption>`}${sampleBlocks(request)}</figure>`;
  })}`;
}

function answerSample({ status, content }: DescribedAnswer): Markup | null {
  const [example] = content?.examples ?? [];
  if (!isSuccess(status) || !example) return null;
  const shown = typeof example.value === 'string' ? example.value : JSON.stringify(example.value, null, 2);
  return html`<figure><figcaption>Answer ${status}</figcaption><pre class="answer"><code>${shown}</code></pre></figure>`;
}

/** The number of parameters that are always visible. The rest, for example a list's filters, is collapsed. */
const openParameters = 8;

/** A parameter with its variants: `amount` with `amount[gt]` and others. */
interface Family {
  readonly first: Parameter;
  readonly others: readonly Parameter[];
}

/** The parameters of one place, each with the variants that only add an operator to its name. */
function parameterList(parameters: readonly Parameter[], schemas: SchemaView): Markup {
  const families = familiesOf(parameters).map((family) => item(family, schemas));
  const hidden = families.slice(openParameters);
  return html`<ul class="fields">${families.slice(0, openParameters)}</ul>
${hidden.length > 0 && html`<details><summary>${hidden.length} more</summary><ul class="fields">${hidden}</ul></details>`}`;
}

const baseOf = ({ name }: Parameter): string => name.replace(/\[.*/s, '');

function familiesOf(parameters: readonly Parameter[]): Family[] {
  const families = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const base = baseOf(parameter);
    families.set(base, [...(families.get(base) ?? []), parameter]);
  }
  return [...families.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));
}

const item = ({ first, others }: Family, schemas: SchemaView): Markup =>
  html`<li><code class="name">${first.name}</code> <span class="type">${schemas.type(first.schema)}</span>${first.required && html` <span class="required">required</span>`}
${first.description !== '' && html`<p>${prose(first.description)}</p>`}${schemas.limits(first.schema)}${
  others.length > 0 && html`<p class="choices">also ${others.map(({ name }) => html`<code>${name}</code> `)}</p>`
}</li>
`;

/** A form that the page's script sends to the same service, with the token that the user enters. */
function tryForm(
  { operation, target }: { operation: DescribedOperation; target: string },
  body: unknown,
): Markup | null {
  if (operation.answers.some(({ content }) => content?.mediaType === 'text/event-stream')) return null;
  const { method, parameters, isPublic } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-target="${target}" data-type="${operation.body?.mediaType}">
${!isPublic && html`<label>API token <input name="token" type="password" autocomplete="off" placeholder="plb_…"></label>`}
${parameters.filter((parameter) => parameter.in === 'path').map((parameter) => input(parameter, 'path'))}
${query.slice(0, openParameters).map((parameter) => input(parameter, 'query'))}
${query.length > openParameters && html`<label>further query <input name="more" placeholder="amount[gte]=1000000&amp;name=…"></label>`}
${headers.map((parameter) => input(parameter, 'header'))}
${operation.body && html`<label>body <textarea name="body" rows="10" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`}
<button>Send ${method}</button>
<output><pre hidden></pre></output>
</form></details>`;
}

const input = ({ name, required }: Parameter, place: string): Markup =>
  html`<label>${name} <input name="${place}:${name}" ${required && html`required`} spellcheck="false"></label>
`;
