import type { Answer, Content, DescribedOperation, Parameter } from './described-api.ts';
import { codeSamples, sampleUrl } from './code-samples.ts';
import { html, type Markup, prose } from './html.ts';
import { parameterList } from './parameter-list.ts';
import type { SchemaView } from './schema-view.ts';
import { tryForm } from './try-form.ts';

/** The parts that an operation's section needs. */
export interface Shown {
  readonly operation: DescribedOperation;
  readonly schemas: SchemaView;
  /** The operation's URL relative to the page: `../../api/2023-01/projects/{id}`. */
  readonly target: string;
}

/** The section of an operation: its request and responses on the left, code and examples on the right. */
export function operationSection(shown: Shown): Markup {
  const { operation, schemas } = shown;
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const places: readonly (readonly [string, readonly Parameter[]])[] = [
    ['Path', parameters.filter((parameter) => parameter.in === 'path')],
    ['Query', parameters.filter((parameter) => parameter.in === 'query')],
    ['Headers', parameters.filter((parameter) => parameter.in === 'header')],
  ];
  return html`<section class="operation" id="${id}">
<h2><a href="#${id}">${summary}</a></h2>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
<div class="halves"><div>
<p>${prose(description)}</p>
${body && bodyOf(body, schemas)}
${places.map(([title, some]) => some.length > 0 && html`<h3>${title}</h3>${parameterList(some, schemas)}`)}
<h3>Answers</h3>${answers.map((answer) => answerOf(answer, schemas))}
</div><div class="beside">${samples(shown)}${answers.map(answerSample)}${tryForm(shown, body?.examples[0]?.value)}</div></div>
</section>
`;
}

const bodyOf = (body: Content, schemas: SchemaView): Markup =>
  html`<h3>Body <span class="type">${body.mediaType}</span></h3>
<p>${prose(body.description)}${!body.required && ' It may be left out.'}</p>${schemas.body(body.schema)}`;

const answerOf = ({ status, description, content }: Answer, schemas: SchemaView): Markup =>
  isSuccess(status)
    ? html`<p><code class="status">${status}</code> ${prose(description)}</p>${content && schemas.body(content.schema)}`
    : html`<p class="refusal"><code class="status">${status}</code> ${prose(description)}</p>`;

const isSuccess = (status: string): boolean => status.startsWith('2');

function samples({ operation }: Shown): Markup {
  const { method, isPublic, body, answers } = operation;
  const examples = body?.examples ?? [{ title: '', value: undefined }];
  return html`${examples.map(({ title, value }) => {
    const sent = body ? { body: value, mediaType: body.mediaType } : {};
    const answered = answers.some(({ status, content }) => isSuccess(status) && content?.mediaType.endsWith('json'));
    const request = { method, url: sampleUrl(operation), authorized: !isPublic, answers: answered, ...sent };
    const codes = codeSamples(request).map(
      ({ language, title: name, code }) =>
        html`<div class="sample" data-language="${language}"><p class="language">${name}</p><pre><code>${code}</code></pre></div>`,
    );
    return html`<figure>${title !== '' && html`<figcaption>${title}</figcaption>`}${codes}</figure>`;
  })}`;
}

function answerSample({ status, content }: Answer): Markup | null {
  const [example] = content?.examples ?? [];
  if (!isSuccess(status) || !example) return null;
  const shown = typeof example.value === 'string' ? example.value : JSON.stringify(example.value, null, 2);
  return html`<figure><figcaption>Answer ${status}</figcaption><pre class="answer"><code>${shown}</code></pre></figure>`;
}
