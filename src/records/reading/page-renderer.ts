import type { Row } from '../../resources/resource.ts';
import { selectText } from '../../store/rows/select.ts';
import { type PageRendererOf, withRenderCache } from './render-cache.ts';
import { renderRows } from './render.ts';

const readAndRender: PageRendererOf = (context, resource, { shape }) => ({
  select: (picked, order, columns) => selectText(resource, picked, order, { columns, keys: shape?.keys }),
  render: (rows) => renderRows(context, { resource, ...shape }, rows as unknown as Row[]),
});

/** Reads a page's rows and renders them, or takes rendered records from the cache. */
export const pageRendererOf: PageRendererOf = withRenderCache(readAndRender);
