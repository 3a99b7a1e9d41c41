import style from './mark.module.css';

/** The sign of the product, as in the icon of the page, with its name. */
export const Mark = () => (
  <p className={style.mark}>
    <svg viewBox="0 0 16 16" aria-hidden>
      <rect width="16" height="16" rx="3" fill="#1f5f8b" />
      <path d="M8 2v7M5.5 9h5L8 14z" stroke="#fff" strokeWidth="1.4" fill="#fff" />
    </svg>
    Plumbline
  </p>
);
