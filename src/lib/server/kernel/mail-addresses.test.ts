import { describe, expect, it } from 'vitest';
import { type ConfigError, parseConfig } from './config.ts';
import { isAddress, parseSender, parseSmtpUrl } from './mail-addresses.ts';

describe('the address of the mail server', () => {
  it('has the usual ports, and a password goes out only encrypted', () => {
    expect(parseSmtpUrl('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      starttls: 'offered',
      auth: undefined,
    });
    expect(parseSmtpUrl('smtps://taktlog%40example.com:p%3Ass@mail.example.com')).toMatchObject({
      port: 465,
      secure: true,
      auth: { user: 'taktlog@example.com', pass: 'p:ss' },
    });
    expect(parseSmtpUrl('smtp://user:secret@mail.example.com:2525')).toMatchObject({ port: 2525, starttls: 'required' });
    expect(parseSmtpUrl('smtp://user:secret@[::1]:2525')).toMatchObject({ host: '::1', starttls: 'offered' });
  });

  it('may say how it stands to STARTTLS', () => {
    expect(parseSmtpUrl('smtp://mail.example.com?starttls=required')?.starttls).toBe('required');
    expect(parseSmtpUrl('smtp://u:p@mail.example.com/?starttls=never')?.starttls).toBe('never');
  });

  it.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/inbox',
    'smtp://mail.example.com?starttls=maybe',
    'smtps://mail.example.com?starttls=never',
    'smtp://mail.example.com?pool=1',
    'smtp://user:%ZZ@mail.example.com',
    'smtp://mail.example.com:99999',
  ])('is not %s', (text) => expect(parseSmtpUrl(text)).toBe(null));

  it('that is wrong is named without its value, like a wrong sender', () => {
    const wrong = () => parseConfig({ SMTP_URL: 'smtp://user:hush@mail.example.com/x', MAIL_FROM: 'nobody' });
    expect(wrong).toThrow(/^SMTP_URL: must be smtp:\/\/ .*\nMAIL_FROM: must be an address/);
    try {
      wrong();
    } catch (error) {
      expect((error as ConfigError).problems.join()).not.toMatch(/hush|nobody/);
    }
  });
});

describe('the sender', () => {
  it('is an address with or without a name', () => {
    expect(parseSender('log@example.com')).toEqual({ name: 'Taktlog', address: 'log@example.com' });
    expect(parseSender('Žďár Loggery <log@example.com>')).toEqual({ name: 'Žďár Loggery', address: 'log@example.com' });
    expect(parseSender('"Plant, hall 1" <log@example.com>')).toEqual({ name: 'Plant, hall 1', address: 'log@example.com' });
  });

  it('is nothing that could say more to a mail server', () => {
    for (const text of ['', 'x', 'a@b@c', 'a@b, c@d', 'X <a@b>\r\nBcc: c@d', 'a@b\r\n', 'A "B" <a@b>', '<a@b> c'])
      expect(parseSender(text === 'a@b\r\n' ? 'a@b\r\nBcc:c@d' : text)).toBe(null);
  });

  it('is Taktlog at the host of the site unless it is set', () => {
    expect(parseConfig({ SITE_URL: 'https://log.example.com:8443' }).mailFrom.address).toBe('taktlog@log.example.com');
    expect(parseConfig({ SITE_URL: 'http://127.0.0.1:4321' }).mailFrom.address).toBe('taktlog@[127.0.0.1]');
    expect(parseConfig({ MAIL_FROM: 'Log <a@b.example>' }).mailFrom).toEqual({ name: 'Log', address: 'a@b.example' });
  });
});

it('a recipient is one plain address', () => {
  expect(isAddress('jana@example.com')).toBe(true);
  for (const text of ['jana', 'jana@example.com\r\nBcc: x@y', 'a@b,c@d', 'jana @example.com', '<a@b>']) expect(isAddress(text)).toBe(false);
});
