import { useState } from 'react';
import {
  type FileEncoding,
  fileEncodings,
  type FileType,
  fileTypes,
  type FileFormat,
} from '../../../resources/transfer/imports.ts';
import { Field } from '../../parts/field/field.tsx';
import { Labelled } from '../../parts/field/labelled.tsx';
import { type Import, isOpen } from '../import.ts';
import style from './file.module.css';

interface Props {
  readonly item: Import;
  readonly isBusy: boolean;
  readonly onChange: (format: Partial<FileFormat>) => void;
}

const typeNames: Readonly<Record<FileType, string>> = {
  csv: 'CSV',
  tsv: 'Tab-separated (TSV)',
  xlsx: 'Excel (XLSX)',
  ndjson: 'JSON lines (NDJSON)',
};

const encodingNames: Readonly<Record<FileEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows (1252)',
};

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

/** How the file is read. A change is sent at once, and the service reads the file again. */
export function FormatFields({ item, isBusy, onChange }: Props) {
  const { format, sheets } = item;
  const { type, encoding, delimiter, sheet } = format;
  const isText = type !== 'xlsx';
  return (
    <fieldset className={style.format} disabled={isBusy || !isOpen(item)} aria-busy={isBusy}>
      <legend className="hidden-text">How the file is read</legend>
      <Select
        label="Type"
        value={type}
        options={fileTypes.map((one) => [one, typeNames[one]])}
        onChange={(next) => onChange(formatOf(next as FileType, format))}
      />
      {isText && encoding !== null && (
        <Select
          label="Encoding"
          value={encoding}
          options={fileEncodings.map((one) => [one, encodingNames[one]])}
          onChange={(next) => onChange({ encoding: next as FileEncoding })}
        />
      )}
      {(type === 'csv' || type === 'tsv') && (
        <Select
          label="Between two cells"
          value={delimiter ?? ','}
          options={delimitersWith(delimiter)}
          onChange={(next) => onChange({ delimiter: next })}
        />
      )}
      {type === 'xlsx' && (
        <Select
          label="Sheet"
          value={sheet ?? ''}
          options={sheets.map((one) => [one, one])}
          onChange={(next) => onChange({ sheet: next })}
        />
      )}
      {type !== 'ndjson' && (
        <HeaderRow
          key={String(format.header_row)}
          row={format.header_row}
          onChange={(row) => onChange({ header_row: row })}
        />
      )}
    </fieldset>
  );
}

/** The usual delimiters, and that of the file. */
const delimitersWith = (delimiter: string | null): [string, string][] =>
  [...new Set([...Object.keys(delimiterNames), ...(delimiter === null ? [] : [delimiter])])].map((one) => [
    one,
    delimiterNames[one] ?? one,
  ]);

/** The parts that another type has or lacks. */
const formatOf = (type: FileType, { encoding }: FileFormat): Partial<FileFormat> => {
  if (type === 'xlsx') return { type, encoding: null, delimiter: null };
  const text = { type, encoding: encoding ?? 'utf-8', sheet: null } as const;
  if (type === 'ndjson') return { ...text, delimiter: null, header_row: null };
  return { ...text, delimiter: type === 'tsv' ? '\t' : ',' };
};

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string) => void;
}

const Select = ({ label, value, options, onChange }: SelectProps) => (
  <Labelled label={label}>
    {(input) => (
      <select {...input} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

interface HeaderProps {
  readonly row: number | null;
  readonly onChange: (row: number | null) => void;
}

/** The row that names the columns. It is sent when the field is left. */
function HeaderRow({ row, onChange }: HeaderProps) {
  const [text, setText] = useState(row === null ? '' : String(row));
  const commit = (): void => {
    const next = text.trim() === '' ? null : Number(text);
    if (next !== row) onChange(next);
  };
  return (
    <Field
      label="Row with the names"
      hint="As the file counts them, blank ones too. Empty: no row names the columns"
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={({ target }) => setText(target.value.replace(/\D/g, ''))}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}
