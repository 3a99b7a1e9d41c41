import { Button } from './button/button.tsx';

/** Prints the screen. */
export const PrintButton = () => <Button onClick={() => window.print()}>Print</Button>;
