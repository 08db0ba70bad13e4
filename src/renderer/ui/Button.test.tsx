import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { Button } from './Button.tsx';

it('sends no form unless it says so', () => {
  expect(renderToStaticMarkup(<Button>Copy</Button>)).toContain('<button type="button"');
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"');
});

it('keeps its name and cannot be pressed while it is loading', () => {
  const drawn = renderToStaticMarkup(<Button loading>Save</Button>);
  // Disabled, it would lose the keyboard's focus.
  expect(drawn).toContain('aria-disabled="true"');
  expect(drawn).not.toContain(' disabled=""');
  expect(drawn).toContain('data-loading="true"');
  expect(drawn).toContain('>Save</span>');
});

it('is a link where it has an address, and gives none of its own props to the element', () => {
  const drawn = renderToStaticMarkup(
    <Button href="https://provider.example/" target="_blank" variant="default" fullWidth>
      Open
    </Button>,
  );
  expect(drawn).toMatch(/^<a href="https:\/\/provider.example\/" target="_blank"/u);
  expect(drawn).not.toContain('fullWidth');
  expect(drawn).not.toContain(' variant=');
});
