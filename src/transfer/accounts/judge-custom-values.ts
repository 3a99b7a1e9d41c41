import { type Definition, faultOf } from '../../domain/custom-value.ts';
import { mostOfRecord } from '../../domain/custom-values.ts';
import type { Problem } from '../../refusal.ts';
import { resources } from '../../resources/index.ts';
import type { ArchiveRow } from './parsed-row.ts';

/**
 * Judges the custom values of an archive's records by the definitions that come before them. An option may have gone
 * since, and a user may have left, so such values are judged as texts.
 */
export class CustomValues {
  readonly #definitions = new Map<string, Definition>();

  problemsOf(table: string, row: ArchiveRow, pointer: string): Problem[] {
    if (table === 'custom_fields') this.#definitions.set(String(row['id']), row as unknown as Definition);
    const values = table === 'custom_fields' ? null : row['custom_fields'];
    if (typeof values !== 'object' || values === null) return [];
    const model = resources.find(({ plural }) => plural === table)?.singular;
    const problems = Object.entries(values).flatMap(([id, value]): Problem[] => {
      const fault = this.#faultOf(value, this.#definitions.get(id), model);
      return fault === null ? [] : [{ ...fault, pointer: `${pointer}/custom_fields/${id}` }];
    });
    if (Buffer.byteLength(JSON.stringify(values)) <= mostOfRecord) return problems;
    const message = `must have at most ${mostOfRecord} bytes of JSON`;
    return [...problems, { pointer: `${pointer}/custom_fields`, code: 'too_long', message }];
  }

  #faultOf(value: unknown, definition: Definition | undefined, model: string | undefined) {
    if (definition?.model !== model || !definition) {
      return { code: 'invalid_reference', message: 'is not the id of a custom field of such records' } as const;
    }
    if (definition.field_type === 'multi_select') return this.#listFault(value, definition);
    const type = asText.has(definition.field_type) ? 'text' : definition.field_type;
    return faultOf(value, { ...definition, field_type: type }, { entries: () => new Map() });
  }

  #listFault(value: unknown, definition: Definition) {
    if (!Array.isArray(value) || value.length > mostOptions) {
      return { code: 'wrong_type', message: `must be an array of at most ${mostOptions} strings` } as const;
    }
    const text = { ...definition, field_type: 'text' } as const;
    for (const one of value) {
      const fault = faultOf(one, text, { entries: () => new Map() });
      if (fault) return fault;
    }
    return null;
  }
}

const mostOptions = 1000;

const asText: ReadonlySet<string> = new Set(['select', 'user']);
