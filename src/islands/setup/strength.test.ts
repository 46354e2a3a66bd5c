import { describe, expect, it } from 'vitest';
import { passwordStrength } from './strength.ts';

describe('the hint at the strength of a password', () => {
  it('calls anything under ten characters short', () => {
    expect(passwordStrength('Xk9$vQ2!z')).toBe('short');
  });
  it('is not impressed by repetition, rows of the keyboard and common words', () => {
    for (const weak of ['aaaaaaaaaaaaaaaa', '1234567890', 'qwertzuiop12', 'heslo12345', 'abcabcabcabc', 'password2024'])
      expect(passwordStrength(weak)).toBe('weak');
  });
  it('knows that the name in the form is no secret', () => {
    expect(passwordStrength('novakovajana', ['Jana Novakova', 'jana@novakova.cz'])).toBe('weak');
  });
  it('likes several words in a row', () => {
    expect(passwordStrength('správný kůň baterie')).toBe('strong');
    expect(passwordStrength('hrnek stůl')).toBe('fair');
  });
});
