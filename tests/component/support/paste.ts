/** Pastes text into a box as the browser does. */
export async function pasteInto(box: HTMLElement, text: string): Promise<void> {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  box.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
}
