/**
 * A link or a file that is dropped on a page takes the page's place, or opens another beside it, without a question. Only a box takes
 * something, as text; a place that wants files says so itself before it comes to this.
 */
export function refuseDrops(page: Window): void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || isText(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}

function isText({ target, dataTransfer }: DragEvent): boolean {
  const isBox = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isBox && dataTransfer?.types.includes('Files') === false;
}
