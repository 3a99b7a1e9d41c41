import style from './waiting.module.css';

/** Grey bars in the place of the first rows. They appear after a moment, so that a quick answer does not flash. */
export const Waiting = () => (
  <div className={style.waiting} role="status" aria-label="Loading">
    {Array.from({ length: 12 }, (_, index) => (
      <div key={index} className={style.bar} />
    ))}
  </div>
);
