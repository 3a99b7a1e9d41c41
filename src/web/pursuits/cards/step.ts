/** A step of the focus from one card to another. */
export type Step = 'up' | 'down' | 'left' | 'right';
