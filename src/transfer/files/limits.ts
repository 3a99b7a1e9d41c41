/** The longest row: a record of CSV, a line of NDJSON, a piece of the XML of a workbook. In characters. */
export const mostRowCharacters = 1024 * 1024;

/** The most columns of a file. Cells beyond them must be blank. */
export const mostColumns = 1000;

/** The most characters of the name of a column. Longer names of a table are cut; a longer key of an object is a fault. */
export const mostNameCharacters = 200;

/** The rows of data that the types and samples of the columns are judged by; fewer if they are large. */
export const judgedRows = 1000;

/** The last row that can name the columns. */
export const lastHeaderRow = 1000;

/** The most characters that rows hold which are in memory together. One more row can exceed it. */
export const mostHeldCharacters = 4 * 1024 * 1024;

/** The most rows in a batch, and the most characters. One more row can exceed them. */
export const batchRows = 500;
export const batchCharacters = 256 * 1024;

/** The most characters of a cell of a workbook: those of the longest text that a field takes. Excel writes 32,767. */
export const mostCellCharacters = 65_535;

/** The most bytes of the texts that the cells of a workbook share; they are held in memory. */
export const mostSharedBytes = 32 * 1024 * 1024;

/** The bytes that a shared text takes besides its own. */
export const bytesBesideText = 32;

/** The most of these texts. */
export const mostSharedTexts = 1_000_000;

/** The most bytes of the unpacked parts of a workbook. */
export const mostUnpackedBytes = 4 * 1024 ** 3;

/** The most parts of a workbook, and the most bytes of the list of them. */
export const mostParts = 10_000;
export const mostListedBytes = 8 * 1024 * 1024;

/** The most rows of a sheet, as Excel has them. */
export const mostSheetRows = 1_048_576;

/** The most cells of a sheet that are merged over several rows. */
export const mostMerges = 100_000;

/** The most sheets that are compared to propose one. */
export const mostComparedSheets = 30;

/** The most sheets of a workbook, and the most characters of their names. */
export const mostSheets = 1000;
export const mostSheetNameCharacters = 255;

/** The most parts that one part of a workbook refers to. */
export const mostRelations = 10_000;

/** The most styles and number formats of a workbook, and the most characters of a format, as Excel has them. */
export const mostStyles = 65_490;
export const mostFormats = 65_490;
export const mostFormatCharacters = 255;

/** A part that is larger than `largePart` unpacked may be this many times larger than it is packed. */
export const mostRatio = 400;
export const largePart = 256 * 1024 * 1024;

/** The bytes at the beginning of a file by which its type, encoding and delimiter are found. */
export const headBytes = 64 * 1024;

/** The most bytes, or characters, that are worked on before other work of the process has its turn. */
export const pieceSize = 64 * 1024;

/** The most different values of a column by which a mapping is proposed. */
export const mostSeenValues = 100;

/** The most such values of all columns together: every column of a wide file has fewer. */
export const mostSeenOfFile = 10_000;

/** The most characters of one sample. */
export const mostSampleCharacters = 200;

/** The most cells of a sheet with links, as Excel has them, and the most characters of the links. */
export const mostLinks = 65_530;
export const mostLinkCharacters = 8 * 1024 * 1024;
