import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs an action at once, or after the pointer was lifted. A note that appears when a field is left would otherwise push
 * the button out from under the very click that left the field.
 */
export function useAfterPress(): (action: () => void) => void {
  const pressed = useRef(false);
  const waiting = useRef<readonly (() => void)[]>([]);
  useEffect(() => {
    const press = (): void => {
      pressed.current = true;
    };
    const lift = (): void => {
      pressed.current = false;
      const actions = waiting.current;
      waiting.current = [];
      // After the click that follows.
      setTimeout(() => {
        for (const action of actions) action();
      });
    };
    const options = { capture: true };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', lift, options);
    window.addEventListener('pointercancel', lift, options);
    return () => {
      window.removeEventListener('pointerdown', press, options);
      window.removeEventListener('pointerup', lift, options);
      window.removeEventListener('pointercancel', lift, options);
    };
  }, []);
  return useCallback((action) => {
    if (pressed.current) waiting.current = [...waiting.current, action];
    else action();
  }, []);
}
