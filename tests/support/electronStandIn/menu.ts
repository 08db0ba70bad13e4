import { record } from './journal.ts';

type Template = {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly enabled?: boolean;
  readonly checked?: boolean;
  readonly submenu?: readonly Template[] | StandInMenu;
  readonly click?: (item: StandInMenuItem, window: object | null, event: object) => void;
};

/** What each role does is the system's; that it was chosen is recorded. */
export class StandInMenuItem {
  readonly label: string;
  readonly role: string | null;
  readonly type: string;
  readonly id: string | null;
  enabled: boolean;
  checked: boolean;
  readonly submenu: StandInMenu | null;
  readonly #template: Template;

  constructor(template: Template) {
    if (
      template.label === undefined &&
      template.role === undefined &&
      template.type === undefined
    ) {
      throw new Error(
        'Invalid template for MenuItem: must have at least one of label, role or type',
      );
    }
    const { submenu } = template;
    this.label = template.label ?? template.role ?? '';
    this.role = template.role ?? null;
    this.id = template.id ?? null;
    this.enabled = template.enabled ?? true;
    this.checked = template.checked ?? false;
    this.submenu =
      submenu === undefined || submenu instanceof StandInMenu
        ? (submenu ?? null)
        : StandInMenu.buildFromTemplate(submenu);
    this.type = template.type ?? (this.submenu === null ? 'normal' : 'submenu');
    this.#template = template;
  }

  click(): void {
    if (!this.enabled) throw new Error(`${this.label} cannot be chosen`);
    record('menuChosen', { label: this.label, role: this.role });
    this.#template.click?.(this, null, {});
  }

  describe(): object {
    const { label, role, type, enabled, submenu } = this;
    return { label, role, type, enabled, submenu: submenu?.describe() ?? null };
  }
}

export class StandInMenu {
  static #application: StandInMenu | null = null;
  /** The one that was opened last, over the page. */
  static #opened: StandInMenu | null = null;

  static buildFromTemplate(template: readonly Template[]): StandInMenu {
    const menu = new StandInMenu();
    for (const item of template) menu.append(new StandInMenuItem(item));
    return menu;
  }

  static setApplicationMenu(menu: StandInMenu | null): void {
    StandInMenu.#application = menu;
    record('menu', menu);
  }

  static getApplicationMenu(): StandInMenu | null {
    return StandInMenu.#application;
  }

  static opened(): StandInMenu | null {
    return StandInMenu.#opened;
  }

  readonly items: StandInMenuItem[] = [];

  append(item: StandInMenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): StandInMenuItem | null {
    return this.items.find((item) => item.id === id) ?? null;
  }

  popup(): void {
    StandInMenu.#opened = this;
    record('menuPopup', this);
  }

  closePopup(): void {
    StandInMenu.#opened = null;
  }

  describe(): readonly object[] {
    return this.items.map((item) => item.describe());
  }

  /** By the words or roles that lead there. */
  choose([first, ...rest]: readonly string[]): void {
    const item = this.items.find(({ label, role }) => label === first || role === first);
    if (item === undefined) throw new Error(`The menu has no ${first ?? 'such item'}`);
    if (rest.length === 0) item.click();
    else if (item.submenu === null) throw new Error(`${first} opens nothing`);
    else item.submenu.choose(rest);
  }
}
