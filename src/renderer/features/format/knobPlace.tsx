import { type ReactNode, type RefObject, useEffect } from 'react';

import type { OfferedKnob } from '#shared/domain/answerFault.ts';

type Props = { readonly knob: OfferedKnob; readonly children: ReactNode };

/** Where a link to one knob leads. */
export function KnobPlace({ knob, children }: Props): ReactNode {
  return <div data-knob={knob}>{children}</div>;
}

/** Once, when the page was opened by such a link. A format that cannot be changed has nothing to focus and only scrolls. */
export function useOpenedAt(knob: string | null, page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const places = [...(page.current?.querySelectorAll<HTMLElement>('[data-knob]') ?? [])];
    const place = places.find((own) => own.dataset['knob'] === knob);
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input:checked, input, select, textarea')?.focus();
  }, [knob, page]);
}
