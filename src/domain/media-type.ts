/** The media types that the page of a browser may show. Their first bytes are known. */
export const shownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf'];

/** The media type of bytes of no known type. */
export const unknownType = 'application/octet-stream';

/** A beginning of files of a media type, as Latin-1 text: `.` stands for any byte. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^(?:II[*+]\0|MM\0[*+])/, 'image/tiff'],
  [/^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s, 'image/heic'],
  [/^.{4}ftyp(?:iso[\dm]|mp4[\d ]|avc\d|M4[AVP] |dash|f4v |MSNV|3gp\d)/s, 'video/mp4'],
  [/^%PDF-/, 'application/pdf'],
  [/^AC1\d{3}/, 'image/vnd.dwg'],
  [/^PK(?:\x03\x04|\x05\x06)/, 'application/zip'],
];

/** The media types of archives by the endings of their names. */
const zipped: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  kmz: 'application/vnd.google-earth.kmz',
};

/** The media types of other bytes by the endings of their names. */
const others: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  doc: 'application/msword',
  dxf: 'image/vnd.dxf',
  eml: 'message/rfc822',
  ifc: 'application/x-step',
  mpp: 'application/vnd.ms-project',
  msg: 'application/vnd.ms-outlook',
  ppt: 'application/vnd.ms-powerpoint',
  rfa: 'application/vnd.autodesk.revit',
  rvt: 'application/vnd.autodesk.revit',
  skp: 'application/vnd.sketchup.skp',
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
};

/**
 * The media type of a file. Its first bytes tell it; the ending of its name only tells archives and unknown bytes apart.
 * @param head the first bytes, at least 16 if there are as many.
 */
export function mediaTypeOf(head: Uint8Array, name: string): string {
  const found = typeByBytes(head);
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (found === 'application/zip') return zipped[ending] ?? found;
  return found ?? others[ending] ?? unknownType;
}

/** The media type that the first bytes tell; undefined if they are of no known type. */
export function typeByBytes(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 16)).toString('latin1');
  return beginnings.find(([beginning]) => beginning.test(text))?.[1];
}
