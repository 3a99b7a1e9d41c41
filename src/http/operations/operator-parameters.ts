import { hasCustomFields, type ListField, type Operator, operatorsOf } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { filterSchema, operandSchema } from '../../schema/filter-schemas.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { schemaName } from '../../schema/record-schemas.ts';
import type { QueryParameter } from '../contract/operation.ts';

const meanings: Readonly<Record<Operator, string>> = {
  eq: 'Equal to this one value, commas included. `null` matches empty values.',
  ne: 'Not equal to this value. An empty field differs from every value; `null` matches fields that are not empty.',
  gt: 'Greater than this value: numbers by size, dates and times later, texts by code point.',
  gte: 'Greater than this value or equal to it.',
  lt: 'Less than this value: numbers by size, dates and times earlier, texts by code point.',
  lte: 'Less than this value or equal to it.',
  in: 'Any of these values, separated by commas. Without an operator, a filter means the same.',
  contains: 'Contains this text, regardless of case.',
  starts_with: 'Begins with this text, regardless of case.',
  is_null: '`true`: the field is empty. `false`: it is not.',
};

/** A parameter for each operator of each field, for example `amount[gt]`. */
export const operatorParameters = (fields: Iterable<ListField>): readonly QueryParameter[] =>
  [...fields].flatMap((listed) =>
    operatorsOf[listed.comparison].map(
      (operator): QueryParameter => ({
        name: `${listed.name}[${operator}]`,
        // Fields of the same name and kind share a parameter across lists. Choices differ between lists.
        ...(listed.field.kind === 'choice' && operator !== 'is_null'
          ? {}
          : { component: componentOf(listed, operator) }),
        schema: operator === 'in' ? filterSchema(listed) : operandSchema(listed, operator),
        description: meanings[operator],
        judged: true,
      }),
    ),
  );

const componentOf = ({ name }: ListField, operator: Operator): string =>
  `${schemaName(name.replaceAll('.', '_'))}${schemaName(operator)}`;

/** Conditions with client-built names: `filters[amount]` and `custom_fields[roof_type]`. */
export const namedConditions = (resource: Resource): readonly QueryParameter[] =>
  [filters, ...(hasCustomFields(resource) ? [customFields] : [])].flat();

const operand: JsonSchema = { type: 'string', minLength: 1 };

/** Each key has a value, or an object of values by operator. */
const conditions: JsonSchema = {
  type: 'object',
  additionalProperties: { anyOf: [operand, { type: 'object', additionalProperties: operand }] },
};

const accepted = (name: string): QueryParameter => ({
  name,
  schema: operand,
  description: '',
  judged: true,
  undescribed: true,
});

const filters: readonly QueryParameter[] = [
  accepted('{field}[{operator}]'),
  accepted('filters[{field}]'),
  accepted('filters[{field}][{operator}]'),
  {
    name: 'filters',
    component: 'Filters',
    schema: conditions,
    description:
      '`filters[amount]=1000` means the same as `amount=1000`, and `filters[amount][gt]=1000` the same as ' +
      '`amount[gt]=1000`. Use this form for a field with the name of another parameter.',
    judged: true,
    onlyDescribed: true,
  },
];

const customFields: readonly QueryParameter[] = [
  accepted('custom_fields[{api_name}]'),
  accepted('custom_fields[{api_name}][{operator}]'),
  accepted('filters[custom_fields][{api_name}]'),
  accepted('filters[custom_fields][{api_name}][{operator}]'),
  {
    name: 'custom_fields',
    component: 'CustomFields',
    schema: conditions,
    description:
      'Custom fields, by their `api_name`: `custom_fields[roof_type]=flat,pitched` matches any of these ' +
      'values. Operators follow the name: `custom_fields[floors][gte]=10`.',
    judged: true,
    onlyDescribed: true,
  },
];
