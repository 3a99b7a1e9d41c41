import { useState } from 'react';
import { Bars } from '../charts/bars.tsx';
import { Bridge } from '../charts/bridge.tsx';
import { Columns } from '../charts/columns.tsx';
import { useFormats } from '../data/formats.ts';
import { Button } from '../parts/button/button.tsx';
import { PathLink } from '../parts/path-link.tsx';
import { Section as Part } from '../parts/section/section.tsx';
import type { Section } from './report-kind.ts';
import { ReportTable } from './report-table.tsx';
import style from './report-section.module.css';

/** The most bars of a chart. The table has all lines. */
const mostBars = 20;

/** A table with more columns than these needs the width of the chart. */
const mostNarrow = 5;

/** The most columns of a chart that stands beside its table, and beside one that needs much width. */
const mostBeside = { narrow: 8, wide: 5 };

/** The most rows of a table before somebody asks for the others. */
const mostRows = 500;

/** A part of a report: its chart, with the table beside it. */
export function ReportSection(section: Section) {
  const { title, rows, columns, chart = [], more, none } = section;
  const isWide = columns.length > mostNarrow;
  const isStacked = chart.length > mostBeside[isWide ? 'wide' : 'narrow'];
  return (
    <Part title={title} className={style.section}>
      {rows.length === 0 ? (
        <p className={style.none}>{none}</p>
      ) : (
        <div className={style.parts} data-wide={isWide || undefined} data-stacked={isStacked || undefined}>
          <Chart {...section} />
          <div className={style.table}>
            <Rows {...section} />
            {more && (
              <PathLink path={more.path} className="link standing">
                {more.text}
              </PathLink>
            )}
          </div>
        </div>
      )}
    </Part>
  );
}

function Rows(section: Section) {
  const { count } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const { rows } = section;
  const left = isWhole ? 0 : rows.length - mostRows;
  if (left <= 0) return <ReportTable {...section} />;
  return (
    <>
      <ReportTable {...section} rows={rows.slice(0, mostRows)} />
      <Button onClick={() => setWhole(true)}>Show {count(left)} more</Button>
    </>
  );
}

function Chart({ title, bars = [], chart = [], bridge = [] }: Section) {
  const { count } = useFormats();
  if (bars.length + chart.length + bridge.length === 0) return null;
  return (
    <div className={style.chart}>
      {bridge.length > 0 && <Bridge label={title} steps={bridge} />}
      {chart.length > 0 && <Columns label={title} columns={chart} />}
      {bars.length > 0 && <Bars label={title} bars={bars.slice(0, mostBars)} />}
      {bars.length > mostBars && <p className="quiet">{count(bars.length - mostBars)} more stand in the table.</p>}
    </div>
  );
}
