const text = { type: 'string' };

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The formats of files, each with its schema in the document. */
export const fileFormats = {
  csv: { mediaType: 'text/csv', schema: text },
  ndjson: { mediaType: 'application/x-ndjson', schema: text },
  xlsx: { mediaType: workbook, schema: { ...text, contentMediaType: workbook } },
} as const;

export type FileFormat = keyof typeof fileFormats;

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: `${fileFormats.ndjson.mediaType}; charset=utf-8`,
  xlsx: fileFormats.xlsx.mediaType,
};

/** The headers of a file. @param name without its ending; it has the day of the firm. */
export const fileHeaders = (name: string, format: FileFormat): Record<string, string> => ({
  'content-type': contentTypes[format],
  'content-disposition': `attachment; filename="${name}.${format}"`,
});
