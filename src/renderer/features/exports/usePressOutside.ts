import { type RefObject, useEffect, useEffectEvent } from 'react';

/** A panel over the table closes when the operator clicks the table. */
export function usePressOutside(
  place: RefObject<HTMLElement | null>,
  isOn: boolean,
  onPress: () => void,
): void {
  const press = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && place.current?.contains(event.target) === false) onPress();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: PointerEvent): void => press(event);
    window.addEventListener('pointerdown', listener);
    return () => window.removeEventListener('pointerdown', listener);
  }, [isOn]);
}
