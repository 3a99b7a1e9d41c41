import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { nothing } from '../data/formats.ts';
import type { FieldContext, FieldView } from '../fields/field-view.ts';
import style from './facts.module.css';

interface Props {
  readonly label: string;
  readonly view: FieldView;
  readonly value: unknown;
  readonly context: FieldContext;
  readonly isEditable: boolean;
  readonly buttonRef: Ref<HTMLButtonElement>;
  readonly onEdit: () => void;
}

/** The value of a field as text. Somebody who may change it presses it to edit it. */
export function FactText({ label, view, value, context, isEditable, buttonRef, onEdit }: Props) {
  const text = view.show(value, context);
  const href = view.href?.(value, context) ?? null;
  const shown = text ?? <span className="quiet">{nothing}</span>;
  if (!isEditable)
    return href === null ? <span className={style.plain}>{shown}</span> : <Open href={href} text={shown} />;
  return (
    <span className={style.editable}>
      {href !== null && <Open href={href} text={verbOf(href)} />}
      <button
        ref={buttonRef}
        type="button"
        className={style.edit}
        aria-label={`Edit ${label}: ${text ?? 'empty'}`}
        onClick={onEdit}
      >
        {shown}
      </button>
    </span>
  );
}

function verbOf(href: string): string {
  if (href.startsWith('tel:')) return 'Call';
  return href.startsWith('mailto:') ? 'Write' : 'Open';
}

/** Opens a record here, a call or a letter in their program, anything else in a tab of its own. */
const Open = ({ href, text }: { readonly href: string; readonly text: ReactNode }) =>
  href.startsWith('/') ? (
    <Link to={href} className={style.link}>
      {text}
    </Link>
  ) : (
    <a href={href} className={style.link} target={href.startsWith('http') ? '_blank' : undefined} rel="noreferrer">
      {text}
    </a>
  );
