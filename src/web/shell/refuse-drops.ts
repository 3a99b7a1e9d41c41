/**
 * Keeps the browser from opening a file that is dropped where nothing takes it: the file would take the place of the page,
 * with all that is typed there.
 */
export function refuseDrops(): void {
  for (const event of ['dragover', 'drop'] as const) window.addEventListener(event, refuse);
}

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  if (event.target instanceof HTMLInputElement && event.target.type === 'file') return;
  event.dataTransfer.dropEffect = 'none';
  event.preventDefault();
}
