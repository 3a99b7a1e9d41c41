import { Ajv2020, type FuncKeywordDefinition } from 'ajv/dist/2020.js';
import {
  hasTwoDecimals,
  isCurrency,
  isDate,
  isDateTime,
  isEmailAddress,
  isTimeZone,
  isWebAddress,
} from '../resources/vocabulary/formats.ts';
import { isNumberPattern } from '../resources/vocabulary/project-number.ts';
import { type Naming, naming, namingFault } from './naming.ts';

/**
 * Makes the compiler of schemas to functions that list every fault. Tests validate the schemas themselves, because
 * doing so here would take a third of the startup time.
 */
export const newSchemaCompiler = (): Ajv2020 =>
  new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    formats: namedFormats,
    keywords: [{ keyword: naming, type: 'object', validate: namesRecord }],
  });

/** Validates an object that names a record. The parameters of the error say what is wrong. */
const namesRecord: NonNullable<FuncKeywordDefinition['validate']> = (
  names: Naming,
  object: Readonly<Record<string, unknown>>,
) => {
  const fault = namingFault(names, object);
  namesRecord.errors = fault === null ? [] : [{ keyword: naming, params: { fault, names } }];
  return fault === null;
};

/** Every format that a schema of the document can name, as Ajv expects it. */
export const namedFormats = {
  date: isDate,
  'date-time': isDateTime,
  'web-address': isWebAddress,
  'email-address': isEmailAddress,
  'time-zone': isTimeZone,
  currency: isCurrency,
  'number-pattern': isNumberPattern,
  'two-decimals': { type: 'number', validate: hasTwoDecimals },
  uri: (text: string): boolean => URL.canParse(text),
} as const;
