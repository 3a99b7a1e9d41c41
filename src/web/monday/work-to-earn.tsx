import { useId } from 'react';
import { Columns } from '../charts/columns.tsx';
import { Patterns, Swatch } from '../charts/mark.tsx';
import { type Formats, useFormats } from '../data/formats.ts';
import { layerTones, workColumns } from '../reporting/work-columns.ts';
import { layerNames } from '../reporting/layer-names.ts';
import type { ReportBody } from '../reporting/report-body.ts';
import style from './work-to-earn.module.css';
import { Figure } from './figure.tsx';
import { Part } from './part.tsx';
import type { Monday } from './use-monday.ts';

interface Props extends Pick<Monday, 'backlog'> {
  readonly className: string | undefined;
}

/** The work to be earned in this quarter and the next three, against the goals. */
export function WorkToEarn({ backlog, className }: Props) {
  const formats = useFormats();
  return (
    <Part
      title="Work to be earned"
      note={() => 'four quarters'}
      answer={backlog}
      className={className}
      isNone={({ total }) => total.sum.count === 0}
      none="No work is left to be earned."
    >
      {(body) => (
        <div className={style.work}>
          <Layers {...body.total} />
          <Columns label="Work to be earned" columns={columnsOf(body, formats)} high={64} />
        </div>
      )}
    </Part>
  );
}

type Body = ReportBody<'backlog'>;

/** The columns, with the goal in the label on top. */
const columnsOf = (body: Body, formats: Formats) =>
  workColumns(body, formats).map((column) =>
    column.tick === undefined
      ? column
      : { ...column, top: `${column.top || formats.shortMoney(0)} of ${formats.shortMoney(column.tick)}` },
  );

/** The layers of the columns, each with all of its money. */
function Layers({ layers }: Body['total']) {
  const patterns = useId();
  const { shortMoney } = useFormats();
  return (
    <ul aria-label="Layers" className={style.layers}>
      <Patterns id={patterns} />
      {layers.map(({ layer, amount, projects_url: url }) => (
        <li key={layer}>
          <Swatch tone={layerTones[layer]} patterns={patterns} />
          {layerNames[layer]} <Figure text={shortMoney(amount)} url={url} />
        </li>
      ))}
    </ul>
  );
}
