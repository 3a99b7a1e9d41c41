import type { Resource } from '../../../resources/resource.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { RecordLink } from '../../parts/record-link.tsx';
import { be, counted } from '../../fields/nouns.ts';
import style from './bulk.module.css';
import type { BulkOutcome, Work } from './run-bulk.ts';

interface Props {
  readonly resource: Resource;
  readonly work: Work;
  readonly outcome: BulkOutcome;
  readonly onClose: () => void;
}

/** The most records in the list; the others stay selected like these. */
const mostListed = 100;

/** The records whose change or deletion failed, with the reasons. They stay selected. */
export function ResultDialog({ resource, work, outcome, onClose }: Props) {
  const { changed, failed, unsent, isStopped } = outcome;
  const formats = useFormats();
  const verb = work.kind === 'delete' ? 'deleted' : 'changed';
  const sentence = (count: number, rest: string): string => `${counted(count, resource, formats)} ${be(count)} ${rest}`;
  return (
    <Dialog title={failed.length > 0 ? `Not all are ${verb}` : 'Stopped'} onClose={onClose}>
      <div className={style.result}>
        <p>{sentence(changed.length, `${verb}.`)}</p>
        {unsent.length > 0 && (
          <p>
            {sentence(unsent.length, `as before, because ${isStopped ? 'you stopped it' : 'an earlier part failed'}.`)}
          </p>
        )}
        {failed.length > 0 && (
          <p>{sentence(failed.length, `not ${verb}, and ${failed.length === 1 ? 'stays' : 'stay'} selected:`)}</p>
        )}
        <ul className={style.failed} aria-label={`Not ${verb}`}>
          {failed.slice(0, mostListed).map(({ id, name, reason }) => (
            <li key={id}>
              <RecordLink plural={resource.plural} id={id} className={`link standing ${style.link}`} target="_blank">
                <bdi>{name}</bdi>
              </RecordLink>
              <span className={style.reason}>{reason}</span>
            </li>
          ))}
        </ul>
        {failed.length > mostListed && <p>And {formats.count(failed.length - mostListed)} more.</p>}
      </div>
      <DialogActions>
        <Button look="filled" data-first onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
