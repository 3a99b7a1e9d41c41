import { Ajv2020 } from 'ajv/dist/2020.js';
import { namedFormats } from './named-formats.ts';

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
  });
