/** A step of the focus from one card to another. */
export type FocusStep = 'up' | 'down' | 'left' | 'right';
