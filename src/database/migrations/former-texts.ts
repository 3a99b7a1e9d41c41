/**
 * The checksums of earlier texts of migrations, by file. An earlier text makes the same schema, by statements that a
 * sharded server refuses. A database that has applied it is as one that has applied the present text.
 */
export const formerChecksums: Readonly<Record<string, string>> = {
  '0015-plain-documents.sql': 'e9325d2174208884423ecfbb99f582bddfa46c323f1e3c0293b8749871ed026a',
  '0017-search-vectors.sql': 'f830784f6b176a2f241b3cb0c3f0004873bbc6d8a45a1ec36fa2b72018748971',
  '0021-preferences.sql': 'ec3250e0aa4f860eb22c9195ba01f7b15acace2ed4f4814a1ab1585013e8d5d3',
  '0023-imports.sql': '05d825bb1c15b26a72c82dad5bd74110de1faca85ceb711f05ad4801fbb48914',
  '0027-fewer-statistics.sql': 'cbb1c2f298c497943ca2a40e5424bad0d0cae63acc1786d838330e7797ee8e1a',
};
