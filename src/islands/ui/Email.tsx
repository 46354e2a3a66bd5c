/** An e-mail address, which breaks behind its @ where a line is too short for it. */
export function Email({ of }: { of: string }) {
  const domain = of.indexOf('@') + 1;
  return (
    <>
      {of.slice(0, domain)}
      <wbr />
      {of.slice(domain)}
    </>
  );
}
