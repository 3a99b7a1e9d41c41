import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import style from './button.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The one filled button of a screen or dialog; a plain one; one without an edge; or one that destroys. */
  readonly look?: 'filled' | 'plain' | 'bare' | 'danger';
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

const looks = { filled: style.filled, plain: style.plain, bare: style.bare, danger: style.danger };

export function Button({ look = 'plain', type = 'button', className = '', ...rest }: Props) {
  return <button type={type} className={`${style.button} ${looks[look]} ${className}`} {...rest} />;
}
