/** On paper columns are as wide as their texts, so that few of them go on in a second line. */
export const AS_WIDE = 'print:[&_.tbl]:table-auto! print:[&_col]:w-auto! print:[&_.num]:whitespace-nowrap!';

/** Many columns stand closer on a sheet, so that names keep their room. */
export const CLOSE = 'print:[&_:is(td,th)+:is(td,th)]:px-1.25!';

/** A long table of few short columns: on paper two of its rows stand beside each other, which takes half of the sheets. */
export const TWO_BESIDE = [
  `print:columns-2 print:gap-x-5 ${AS_WIDE}`,
  'print:[&_:is(td,th)]:px-0.75! print:[&_:is(td,th)]:text-[10px]! print:[&_:is(td,th)]:leading-3.75! print:[&_:is(td,th)]:wrap-break-word!',
].join(' ');
