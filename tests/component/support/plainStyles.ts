/**
 * What the name of a role asks of every element: whether it is drawn, and whether as a line of its own. No style sheet is applied
 * here, so that follows from an element's tag and what stands in the styles at the elements themselves; happy-dom would compute
 * all styles of all parents at each question, which was a tenth of these tests' time.
 */
export function usePlainStyles(): void {
  const computed = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();

  function displayOf(element: Element): string {
    const own = ownStyle(element, 'display');
    if (own !== '') return own;
    if (element.hasAttribute('hidden')) return 'none';
    const known = displays.get(element.tagName);
    if (known !== undefined) return known;
    const display = computed(element).getPropertyValue('display');
    displays.set(element.tagName, display);
    return display;
  }

  window.getComputedStyle = (element, pseudo) => {
    const style = computed(element, pseudo);
    const getPropertyValue = (name: string): string => {
      if (name === 'display') return displayOf(element);
      if (name === 'visibility') return visibilityOf(element);
      return style.getPropertyValue(name);
    };
    return new Proxy(style, {
      get: (of, key): unknown =>
        key === 'getPropertyValue' ? getPropertyValue : Reflect.get(of, key, of),
    });
  };
}

function ownStyle(element: Element, name: string): string {
  if (!element.hasAttribute('style')) return '';
  return element instanceof HTMLElement ? element.style.getPropertyValue(name) : '';
}

function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const own = ownStyle(at, 'visibility');
    if (own !== '') return own;
  }
  return 'visible';
}
