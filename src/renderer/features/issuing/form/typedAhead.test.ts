import { describe, expect, it } from 'vitest';

import { joined, nextLine, withKey } from './typedAhead.ts';

const press = (keys: string, key: string, code = key, repeat = false): string | null =>
  withKey(keys, { key, code, repeat });

describe('keys pressed before the form is free', () => {
  it('are kept as they would have typed', () => {
    expect(press('1', '5', 'Digit5')).toBe('15');
    expect(press('1', 'ы', 'KeyS')).toBe('1ы');
    expect(press('15', 'Backspace')).toBe('1');
    expect(press('', 'Backspace')).toBe('');
    expect(press('15', 'Enter', 'NumpadEnter')).toBe('15\n');
    expect(press('15', 'Tab')).toBe('15\t');
  });

  it('leave alone what types nothing, and an Enter that is only held', () => {
    expect(press('15', 'F9')).toBeNull();
    expect(press('15', 'ArrowLeft')).toBeNull();
    expect(press('15', 'Enter', 'Enter', true)).toBe('15');
  });

  it('are one line at a time, issued where Enter ended it', () => {
    expect(nextLine('150 a\n200 b\n3')).toEqual({
      text: '150 a',
      isIssued: true,
      rest: '200 b\n3',
    });
    expect(nextLine('150')).toEqual({ text: '150', isIssued: false, rest: '' });
  });

  it('issue nothing by a double press; after Tab they are one line to be looked at', () => {
    expect(nextLine('\n')).toEqual({ text: '', isIssued: false, rest: '' });
    expect(nextLine('\n150')).toEqual({ text: '150', isIssued: false, rest: '' });
    const looked = { text: '150 cust-7 2', isIssued: false, rest: '' };
    expect(nextLine('150\tcust-7\n2')).toEqual(looked);
  });

  it('keep the gap at their end, so that the next key does not join the word before it', () => {
    // "500 " goes into the line, and "777" is typed there: not 500 777.00.
    expect(nextLine('500 ')).toEqual({ text: '500 ', isIssued: false, rest: '' });
    expect(nextLine('150\t').text).toBe('150 ');
    expect(nextLine(' \n ').text).toBe('');
    expect(joined('500', ' 777\n')).toBe('500 777 ');
  });

  it('are not issued where nothing was typed, or Tab came first', () => {
    expect(nextLine(' \n')).toMatchObject({ text: '', isIssued: false });
    expect(nextLine('\t777\n')).toMatchObject({ isIssued: false });
    expect(nextLine('\n 150 a\n')).toMatchObject({ text: '150 a', isIssued: true });
  });
});
