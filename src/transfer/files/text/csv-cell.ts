/**
 * A text as a cell of CSV. It has quotes if it contains a delimiter, also one of other programs, a line break or a
 * quotation mark, or has white space at an end.
 */
export const csvCell = (text: string, delimiter = ','): string =>
  text.includes(delimiter) || /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
