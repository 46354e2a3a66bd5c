/** Labels that end in one of letters, after a local part without quotes, neighbouring dots or a dot at its edge. */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || !/^[\w'+.-]*[\w+-]$/.test(local) || /^\.|\.\./.test(local)) return false;
  const labels = domain.split('.');
  const top = labels.pop() ?? '';
  return labels.length > 0 && /^[a-z]{2,}$/i.test(top) && labels.every((label) => /^[a-z\d][a-z\d-]*$/i.test(label));
}
