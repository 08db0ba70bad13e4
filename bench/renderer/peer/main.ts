import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root).render(
  createElement('input', { autoFocus: true, 'aria-label': 'The only field' }),
);
