import { describe, expect, it } from 'vitest';

import {
  DEFAULT_LISTENER,
  type ListenerState,
  callbackUrlFor,
  ownCallbackUrl,
} from './callback.ts';

const HERE = 'http://127.0.0.1:20001/cb/secret';
const PUBLIC = 'https://desk.example/cb/secret';

function listener(
  fillsLiveForm: boolean,
  publicAddress: string | null,
  state: ListenerState['state'] = 'listening',
): ListenerState {
  const settings = { ...DEFAULT_LISTENER, enabled: true, fillsLiveForm };
  return { settings, state, problem: null, address: HERE, publicAddress, movedFrom: null };
}

describe('the callback address that the form and a batch fill in', () => {
  it('is this machine’s in Sandbox, while it listens', () => {
    expect(ownCallbackUrl('sandbox', listener(false, null))).toBe(HERE);
    expect(ownCallbackUrl('sandbox', listener(false, null, 'off'))).toBeNull();
    expect(ownCallbackUrl('sandbox', undefined)).toBeNull();
  });

  it('is the profile’s own before the desk’s', () => {
    const ofProfile = (callback: string | null) => ({
      mode: 'sandbox' as const,
      defaultUrls: { callback, success: null, reject: null },
    });
    expect(callbackUrlFor(ofProfile(PUBLIC), listener(false, null))).toBe(PUBLIC);
    expect(callbackUrlFor(ofProfile(null), listener(false, null))).toBe(HERE);
    expect(callbackUrlFor(ofProfile(null), listener(false, null, 'off'))).toBeNull();
  });

  it('is the public one in Live, and only where the profile says so', () => {
    expect(ownCallbackUrl('live', listener(false, PUBLIC))).toBeNull();
    expect(ownCallbackUrl('live', listener(true, null))).toBeNull();
    expect(ownCallbackUrl('live', listener(true, PUBLIC))).toBe(PUBLIC);
    expect(ownCallbackUrl('live', listener(true, PUBLIC, 'failed'))).toBeNull();
  });
});
