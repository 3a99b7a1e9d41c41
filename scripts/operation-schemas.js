/** The parameters that change the form of the records in the answer. */
const shaping = ['fields', 'include'];
/** The parameters of lists that are no filters. */
const general = [...shaping, 'page', 'per_page', 'cursor', 'q', 'sort', 'view', 'group_by'];

/**
 * The part of an OpenAPI document that the types of the client need, as schemas alone. The one with the name
 * `Operations` has a key for each operation, such as `GET /projects/{id}`, with its parameters, its body and its
 * successful answer. A template type stands for the parameters with operators (`amount[gt]`), and a list shares its
 * filters with its export, its counts and its sums. An operation beside no list, such as a report, has its own.
 */
export function operationSchemas({ paths, components }) {
  const resolved = (kind, one) => ('$ref' in one ? components[kind][one.$ref.split('/').at(-1)] : one);
  const parametersOf = ({ parameters = [] }) =>
    parameters
      .map((one) => resolved('parameters', one))
      .map((one) => ({ ...one, values: resolved('schemas', one.schema) }));
  const operations = Object.entries(paths)
    // Paths with servers of their own are outside of the versioned API.
    .filter(([, { servers }]) => servers === undefined)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const parameters = parametersOf(operation);
        return { name: `${method.toUpperCase()} ${path}`, path, operation, parameters };
      }),
    );
  const filters = operations
    .map(({ name, path, parameters }) => ({ name, path, filters: queryOf(parameters).filter(isFilter) }))
    .filter(({ name, filters }) => /^GET \/\w+$/.test(name) && filters.some(operatorOf))
    .map(({ path, filters }) => [filtersName(path), filterSchema(filters)]);
  const shared = new Set(filters.map(([name]) => name));
  const described = operations.map((one) => [
    one.name,
    { ...operationSchema(one, shared), description: one.operation.summary },
  ]);
  const schemas = {
    ...components.schemas,
    ...Object.fromEntries(filters),
    Operations: objectOf(Object.fromEntries(described)),
  };
  return { openapi: '3.1.1', info: { title: 'Plumbline', version: '' }, paths: {}, components: { schemas } };
}

function operationSchema({ path, operation: { requestBody, responses }, parameters }, shared) {
  const inPath = parameters.filter((one) => one.in === 'path');
  const selecting = queryOf(parameters).filter(({ name }) => !shaping.includes(name));
  const properties = {
    ...(inPath.length > 0 && { path: plainQuery(inPath) }),
    ...(selecting.length > 0 && { query: querySchema(path, selecting, shared) }),
    ...Object.fromEntries(
      queryOf(parameters)
        .filter(({ name }) => shaping.includes(name))
        .map(({ name, values }) => [name, values.items ?? values]),
    ),
    ...(requestBody && { body: requestBody.content['application/json']?.schema ?? typed('FileBody') }),
    ...answerSchemas(
      responses,
      queryOf(parameters).some(({ name }) => name === 'fields'),
    ),
  };
  const optional = [
    ...(selecting.some(({ required }) => required) ? [] : ['query']),
    ...(requestBody?.required ? [] : ['body']),
  ];
  return objectOf(
    properties,
    Object.keys(properties).filter((name) => !optional.includes(name)),
  );
}

const queryOf = (parameters) => parameters.filter((one) => one.in === 'query');
const isFilter = ({ name }) => !general.includes(name);

/** `amount[gt]` → `amount` and `gt`; null if the name has no operator. */
const operatorOf = ({ name }) => /^(.+)\[(\w+)\]$/.exec(name);

/** `/project_stages.{format}` → `ProjectStagesFilters`. */
function filtersName(path) {
  const words = path.split(/[/.]/)[1].split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Filters`;
}

function querySchema(path, query, shared) {
  if (!query.some(operatorOf)) return plainQuery(query);
  const others = query.filter((one) => !isFilter(one));
  const name = filtersName(path);
  const own = shared.has(name) ? { $ref: `#/components/schemas/${name}` } : filterSchema(query.filter(isFilter));
  return { allOf: [plainQuery(others), own] };
}

function plainQuery(parameters) {
  const properties = parameters.map(({ name, values, description }) => [
    name,
    { ...oneOrSeveral(values), description },
  ]);
  return objectOf(
    Object.fromEntries(properties),
    parameters.filter(({ required }) => required).map(({ name }) => name),
  );
}

/** The service takes several values with commas between. A program names one value, or a list. */
const oneOrSeveral = (values) =>
  values.items ? { anyOf: [values.items, { type: 'array', items: values.items }] } : values;

function filterSchema(filters) {
  const plain = filters.filter((one) => !operatorOf(one));
  const operators = filters.flatMap((one) => (operatorOf(one) ? [operatorOf(one)] : []));
  const union = (place) => [...new Set(operators.map((parts) => `'${parts[place]}'`))].join(' | ');
  return {
    allOf: [
      objectOf(Object.fromEntries(plain.map(({ name, values }) => [name, conditionSchema(values)])), []),
      typed(`{ readonly [Name in \`\${${union(1)}}[\${${union(2)}}]\`]?: Operand | readonly Operand[] }`),
    ],
  };
}

const conditionSchema = (values) => (values.type === 'object' ? typed('Conditions') : oneOrSeveral(values));

function answerSchemas(responses, isSparse) {
  const [, { content }] = Object.entries(responses).find(([status]) => status.startsWith('2'));
  if (content === undefined) return { data: typed('undefined') };
  const { schema } = content['application/json'] ?? {};
  if (schema === undefined) {
    const event = content['text/event-stream']?.['x-event-data'];
    return { data: typed('ReadableStream<Uint8Array>'), ...(event && { event }) };
  }
  return isSparse ? { data: inForm(schema, 0), sparse: inForm(schema, 1) } : { data: schema };
}

/** The answer with each record in one of its two forms: whole, or sparse. */
function inForm({ anyOf, properties, items, ...schema }, form) {
  if (anyOf) return anyOf[form];
  const inside = Object.entries(properties ?? {}).map(([key, one]) => [key, inForm(one, form)]);
  return {
    ...schema,
    ...(items && { items: inForm(items, form) }),
    ...(properties && { properties: Object.fromEntries(inside) }),
  };
}

/** A type that no schema can describe. The generator asks for it only if the schema has a `type`. */
const typed = (type) => ({ type: 'object', 'x-type': type });

const objectOf = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
