/** Ways to send a first reading, ready to be pasted; command lines have no language. */

export const SNIPPETS = ['curl', 'powershell', 'python'] as const;
export type Snippet = (typeof SNIPPETS)[number];
export const SNIPPET_NAMES: Record<Snippet, string> = { curl: 'curl', powershell: 'PowerShell', python: 'Python' };

const BODY = '{"temperature":21.5}';

export function snippetText(kind: Snippet, origin: string, token: string): string {
  const url = `${origin}/v1/ingest/json`;
  switch (kind) {
    case 'curl':
      return `curl ${url} \\\n  -H 'Authorization: Bearer ${token}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${BODY}'`;
    case 'powershell':
      return `Invoke-RestMethod ${url} -Method Post \`\n  -Headers @{ Authorization = 'Bearer ${token}' } \`\n  -ContentType 'application/json' -Body '${BODY}'`;
    case 'python':
      return [
        'import json, urllib.request',
        `request = urllib.request.Request('${url}',`,
        `    data=json.dumps(${BODY}).encode(),`,
        `    headers={'Authorization': 'Bearer ${token}', 'Content-Type': 'application/json'})`,
        'print(urllib.request.urlopen(request).read().decode())',
      ].join('\n');
  }
}
