import type { ReactNode } from 'react';
import type { Locale } from '../../lib/constants.ts';
import type { English } from '../../lib/contract/formats.ts';

const FLAGS: Record<Exclude<Locale, 'en'> | English, ReactNode> = {
  cs: (
    <>
      <path fill="#fff" d="M0 0h18v6H0z" />
      <path fill="#d7141a" d="M0 6h18v6H0z" />
      <path fill="#11457e" d="m0 0 9 6-9 6z" />
    </>
  ),
  GB: (
    <>
      <path fill="#012169" d="M0 0h18v12H0z" />
      <path stroke="#fff" strokeWidth="2.4" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#c8102e" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#fff" strokeWidth="4" d="M9 0v12M0 6h18" />
      <path stroke="#c8102e" strokeWidth="2.4" d="M9 0v12M0 6h18" />
    </>
  ),
  US: (
    <>
      <path fill="#fff" d="M0 0h18v12H0z" />
      <path fill="#b22234" d="M0 0h18v1H0zM0 2h18v1H0zM0 4h18v1H0zM0 6h18v1H0zM0 8h18v1H0zM0 10h18v1H0z" />
      <path fill="#3c3b6e" d="M0 0h8v6H0z" />
    </>
  ),
  sk: (
    <>
      <path fill="#fff" d="M0 0h18v4H0z" />
      <path fill="#0b4ea2" d="M0 4h18v4H0z" />
      <path fill="#ee1c25" d="M0 8h18v4H0z" />
      <path fill="#ee1c25" stroke="#fff" strokeWidth=".7" d="M3 3h5v3.500c0 1.500-1.200 2.300-2.500 3-1.300-.7-2.500-1.500-2.500-3z" />
      <path stroke="#fff" strokeWidth=".8" d="M5.500 4v4M4.500 5h2M4.200 6.300h2.600" />
    </>
  ),
};

/** The flag of a language, beside its name; that of English is of those whose English is written. */
export function Flag({ locale, english = 'GB' }: { locale: Locale; english?: English }) {
  return (
    <svg className="flag" viewBox="0 0 18 12" aria-hidden="true">
      {FLAGS[locale === 'en' ? english : locale]}
    </svg>
  );
}
