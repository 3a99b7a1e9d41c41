import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { nothing } from '../data/formats.ts';
import type { FieldContext, FieldView } from '../fields/field-view.ts';
import { Breakable } from '../parts/breakable.tsx';
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
  const shown = text === null ? <span className="quiet">{nothing}</span> : <Breakable text={text} />;
  if (!isEditable)
    return href === null ? (
      <span className={style.plain}>{shown}</span>
    ) : (
      <Open href={href} text={shown} label={text ?? nothing} />
    );
  return (
    <span className={style.editable}>
      {href !== null && <Open href={href} text={verbOf(href)} label={`${verbOf(href)} ${label}`} isAside />}
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

interface OpenProps {
  readonly href: string;
  readonly text: ReactNode;
  /** Its name for screen readers. */
  readonly label: string;
  /** Whether it stands beside its value: paper has no use for it. */
  readonly isAside?: boolean;
}

/** Opens a record in the page, a telephone number or e-mail address in its program, and a web address in a new tab. */
const Open = ({ href, text, label, isAside }: OpenProps) =>
  href.startsWith('/') ? (
    <Link to={href} className={`link standing ${style.link}`} aria-label={label} data-chrome={isAside}>
      {text}
    </Link>
  ) : (
    <a
      href={href}
      className={`link standing ${style.link}`}
      aria-label={label}
      data-chrome={isAside}
      target={href.startsWith('http') ? '_blank' : undefined}
      rel="noreferrer"
    >
      {text}
    </a>
  );
