import { RecordLink } from '../parts/record-link.tsx';
import style from './line-table.module.css';

interface Props {
  readonly id: string;
  readonly name: string;
  /** A second line. */
  readonly about?: string;
}

/** The name of a project, which leads to its page at the instant of the address. */
export const ProjectName = ({ id, name, about }: Props) => (
  <div className={style.both}>
    <RecordLink plural="projects" id={id} className={style.record} title={name}>
      {name}
    </RecordLink>
    {about !== undefined && <span className={style.about}>{about}</span>}
  </div>
);

/** A text that may be cut. */
export const CutText = ({ text }: { readonly text: string }) => (
  <span className={style.cut} title={text} dir="auto">
    {text}
  </span>
);
