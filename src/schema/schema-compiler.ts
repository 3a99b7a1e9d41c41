import { Ajv2020 } from 'ajv/dist/2020.js';
import { namedFormats } from './named-formats.ts';

/**
 * What compiles schemas into functions that list every fault. The schemas themselves are judged by
 * tests: here it would take a third of the time of a start.
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
  });
