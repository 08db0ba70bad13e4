type Rules = { readonly createHTML: (text: string) => string };
type Factory = { createPolicy(name: 'default', rules: Rules): unknown };

/**
 * The page's CSP lets no text become markup or script by itself (`require-trusted-types-for`); what asks for it anyway comes here.
 * Text with a tag is refused: the page has no use for it.
 */
export function refuseMarkup(): void {
  const factory = trustedTypesOf(globalThis);
  factory?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('Markup from text is refused');
      return text;
    },
  });
}

/** Browsers before it know neither the policy nor the directive. */
function trustedTypesOf(page: object): Factory | null {
  const found: unknown = Reflect.get(page, 'trustedTypes');
  return isFactory(found) ? found : null;
}

function isFactory(value: unknown): value is Factory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}
