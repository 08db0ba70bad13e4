import { PRODUCT_NAME } from '../../scripts/package/product.ts';
import { type Desktop, type Key, runTool } from './desktop.ts';

const KEYS: Readonly<Record<Key, string>> = { Enter: '{ENTER}', F9: '{F9}', SelectAll: '^a' };

function powerShell(script: string): Promise<string> {
  const strict = `$ErrorActionPreference = 'Stop'; ${script}`;
  return runTool('powershell.exe', ['-NoProfile', '-NonInteractive', '-STA', '-Command', strict]);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function sendKeys(keys: string): Promise<void> {
  await powerShell(
    `Add-Type -AssemblyName System.Windows.Forms; [System.Windows.Forms.SendKeys]::SendWait(${quoted(keys)})`,
  );
}

/** PowerShell and .NET. It needs a session with a desktop: a service without one types into nothing. */
export const windows: Desktop = {
  noPhysicalKeys: null,
  async findWindow() {
    const found = await powerShell(
      `Get-Process -Name ${quoted(PRODUCT_NAME)} -ErrorAction SilentlyContinue | Where-Object { $_.MainWindowHandle -ne 0 } | Select-Object -First 1 -ExpandProperty Id`,
    );
    return found.trim() === '' ? null : found.trim();
  },
  async focus(window) {
    const activated = await powerShell(
      `(New-Object -ComObject WScript.Shell).AppActivate(${window})`,
    );
    if (activated.trim() !== 'True') throw new Error('Windows did not bring the window forward');
  },
  async type(text) {
    // SendKeys has a meaning for these.
    await sendKeys(text.replaceAll(/[+^%~(){}[\]]/gu, '{$&}'));
  },
  async press(key) {
    await sendKeys(KEYS[key]);
  },
  clipboardText: () => powerShell('Get-Clipboard -Raw'),
  async close(window) {
    const asked = await powerShell(`(Get-Process -Id ${window}).CloseMainWindow()`);
    if (asked.trim() !== 'True') throw new Error('The window takes no request to close');
  },
  async screenshot(file) {
    await powerShell(
      [
        'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
        '$area = [System.Windows.Forms.SystemInformation]::VirtualScreen',
        '$picture = New-Object System.Drawing.Bitmap $area.Width, $area.Height',
        '$drawing = [System.Drawing.Graphics]::FromImage($picture)',
        '$drawing.CopyFromScreen($area.Location, [System.Drawing.Point]::Empty, $area.Size)',
        `$picture.Save(${quoted(file)})`,
      ].join('; '),
    );
  },
};
