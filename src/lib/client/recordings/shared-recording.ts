import type { openSharedRecording, SharedRecording } from '../../contract/recordings.ts';

const PATH: (typeof openSharedRecording)['path'] = '/v1/shared/recordings';

/** Opens a link with its password, for somebody who has no session here; the code is that of the refusal. */
export async function openByLink(
  token: string,
  password: string,
): Promise<{ recording: SharedRecording; code: null } | { recording: null; code: string }> {
  try {
    const answer = await fetch(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, password }),
    });
    const data = (await answer.json()) as SharedRecording & { code?: string };
    return answer.ok ? { recording: data, code: null } : { recording: null, code: data.code ?? 'unexpected_answer' };
  } catch {
    return { recording: null, code: 'network' };
  }
}
