/**
 * Does the page come to a phone? The server reads it in the head of the request, the browser in the page, so that both first renders agree. A
 * guess: the width of the window decides as soon as it is known.
 */

/** The island that is being rendered; one is rendered without a pause. */
let isForPhone = false;

/** The field's way to tell: browsers of phones name themselves "Mobi…", tablets don't, and Chromium says it in a header of its own. */
export const isPhoneRequest = (headers: Pick<Headers, 'get'>): boolean =>
  headers.get('sec-ch-ua-mobile') === '?1' || /\bMobi/.test(headers.get('user-agent') ?? '');

/** Of the server: what comes next is rendered for a phone, or not. */
export function renderForPhone(yes: boolean): void {
  isForPhone = yes;
}

/** What the first render goes by; `<html data-phone>` is set by the layout. */
export const isFirstForPhone = (): boolean =>
  typeof document === 'undefined' ? isForPhone : document.documentElement.hasAttribute('data-phone');
