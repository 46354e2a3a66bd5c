import { expect, it } from 'vitest';
import { createInvitation, type Invitation, listInvitations, resendInvitation, revokeInvitation } from '../../contract/invitations.ts';
import { SECOND_THOUGHTS_MS } from '../kernel/second-thoughts.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createInvitations, emailsIn, invitationStanding } from './invitations.store.ts';

const HEARD = { over: () => {}, failed: () => expect.unreachable() };
const NO_ROLES = { organization: [], workspaces: [] };
const row = (id: string, over: Partial<Invitation> = {}): Invitation => ({
  id,
  email: `${id}@example.com`,
  name: '',
  locale: 'cs',
  roles: NO_ROLES,
  state: 'pending',
  mail: 'sent',
  mail_error: null,
  sent_at: '2026-11-20T14:00:00Z',
  expires_at: '2026-11-27T14:00:00Z',
  created_at: `2026-11-20T14:00:0${id.length}Z`,
  created_by: null,
  ...over,
});

async function shown(rows: Invitation[]) {
  const w = world();
  w.answer(listInvitations, () => ({ items: rows, next_cursor: null }));
  const store = createInvitations(w.deps);
  const stop = store.start();
  await flushPromises();
  const ids = () => {
    const state = store.$state.get();
    return state.status === 'ready' ? state.rows.map(({ id }) => id) : state.status;
  };
  return { w, store, stop, ids };
}

it('addresses are read out of whatever is pasted, each once', () => {
  expect(emailsIn('')).toEqual([]);
  expect(emailsIn('A@b.cz, c@d.cz;e@f.cz\n\n g@h.cz a@B.cz')).toEqual(['a@b.cz', 'c@d.cz', 'e@f.cz', 'g@h.cz']);
  expect(emailsIn('Jana Nováková <jana@example.com>, "Malý, Adam" <adam@example.com>')).toContain('jana@example.com');
  expect(emailsIn('Jana Nováková <jana@example.com>\nAdam <adam@example.com>')).toEqual(['jana@example.com', 'adam@example.com']);
});

it('each address gets its invitation; one that is refused stops no other', async () => {
  const { w, store, ids } = await shown([]);
  const made: string[] = [];
  w.answer(createInvitation, ({ body }) => {
    if (body.email === 'b@x.cz') throw refusal('already_member');
    made.push(body.id ?? '');
    return row(body.email, { sent_at: null });
  });
  expect(await store.invite(['a@x.cz', 'b@x.cz', 'c@x.cz'], { roles: NO_ROLES })).toEqual([
    { email: 'a@x.cz', status: 'made' },
    { email: 'b@x.cz', status: 'refused', code: 'already_member' },
    { email: 'c@x.cz', status: 'made' },
  ]);
  expect(ids()).toHaveLength(2);
  expect(new Set(made).size).toBe(2);
});

it('one is taken back only after the time for second thoughts, and not when it is kept', async () => {
  const { w, store, ids } = await shown([row('a'), row('bb')]);
  w.answer(revokeInvitation, ({ params }) => row(params.id, { state: 'revoked' }));
  store.revoke('a', HEARD);
  store.revoke('bb', HEARD);
  expect([...store.$revoking.get()]).toEqual(['a', 'bb']);
  store.keep('bb');
  await w.pass(SECOND_THOUGHTS_MS);
  expect(ids()).toEqual(['bb']);
  expect(w.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

it('what waits is sent at once when the page goes away', async () => {
  const { w, store } = await shown([row('a')]);
  w.answer(revokeInvitation, ({ params }) => row(params.id, { state: 'revoked' }));
  store.revoke('a', HEARD);
  w.leave();
  await flushPromises();
  expect(w.calls.at(-1)).toMatch(/^DELETE/);
  await w.pass(SECOND_THOUGHTS_MS);
  expect(w.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

it('sent again it has a new end; accepted it leaves by itself', async () => {
  const { w, store, ids } = await shown([row('a', { state: 'expired' })]);
  w.answer(resendInvitation, ({ params }) => row(params.id, { expires_at: '2026-12-01T00:00:00Z' }));
  expect(await store.resend('a')).toMatchObject({ state: 'pending' });
  expect(store.$state.get()).toMatchObject({ rows: [{ expires_at: '2026-12-01T00:00:00Z' }] });
  w.answer(listInvitations, () => ({ items: [], next_cursor: null }));
  w.send({ name: 'changed', data: { entity: 'invitations', id: 'a', workspace_id: null } });
  await w.pass(1_000);
  expect(ids()).toEqual([]);
});

it('says of its mail what the server knows: leaving, in trouble, left, or that there is none', () => {
  const made = Date.parse('2026-11-20T14:00:00Z');
  const unsent = (mail: Invitation['mail'], mail_error: string | null = null) => row('a', { sent_at: null, mail, mail_error });
  expect(invitationStanding(unsent('waiting'), made)).toBe('sending');
  expect(invitationStanding(unsent('waiting', 'econnrefused'), made)).toBe('unsent');
  expect(invitationStanding(unsent('failed', 'smtp_550'), made)).toBe('unsent');
  expect(invitationStanding(unsent('none'), made)).toBe('by_hand');
  expect(invitationStanding(row('a'), made + 60_001)).toBe('pending');
  expect(invitationStanding(row('a'), made + 7 * 86_400_000)).toBe('expired');
  expect(invitationStanding(row('a', { state: 'expired' }), made)).toBe('expired');
});

it('a link that no mail brings is given once, and is nowhere in the store', async () => {
  const { w, store } = await shown([row('a')]);
  const link = 'https://log.example.com/signup/invitation/secret';
  w.answer(createInvitation, ({ body }) => ({ ...row('b', { email: body.email, mail: 'none', sent_at: null }), link }));
  w.answer(resendInvitation, () => ({ ...row('a', { mail: 'none', sent_at: null }), link }));
  expect(await store.invite(['b@example.com'], { roles: NO_ROLES })).toEqual([{ email: 'b@example.com', status: 'made', link }]);
  expect((await store.resend('a')).link).toBe(link);
  expect(JSON.stringify(store.$state.get())).not.toContain('secret');
});
