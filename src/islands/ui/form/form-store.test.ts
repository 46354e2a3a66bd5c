import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Draft, FoundDraft } from '../../../lib/client/forms/drafts.ts';
import { createForm, type DraftSlot, type FormOptions } from './form-store.ts';
import { checkRules } from './rules.ts';

type Values = { name: string; limit: number | null; password: string; again: string };
const EMPTY: Values = { name: '', limit: null, password: '', again: '' };
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(5)),
  limit: z.nullable(z.number().check(z.gte(1))),
});
const refusal = (code: string, errors: unknown[] = []) => Object.assign(new Error(code), { code, errors });

/** Lets everything run on that waits for nothing but a promise kept already. */
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

function slotOf(read: FoundDraft | null = null) {
  const written: unknown[] = [];
  let cleared = 0;
  const slot: DraftSlot = { read: () => read, write: (draft) => written.push(draft) > 0, clear: () => void cleared++ };
  return { slot, written, cleared: () => cleared };
}

function open(over: Partial<FormOptions<Values>> = {}, slot: DraftSlot | null = null, initial = EMPTY) {
  const sent: Values[] = [];
  const options: FormOptions<Values> = { schema, onSubmit: async (values) => void sent.push(values), ...over };
  const form = createForm<Values>(initial, () => options, { check: (...asked) => checkRules(...asked, 'cs'), slot });
  const codes = () => Object.fromEntries(Object.entries(form.$state.get().problems).map(([name, problem]) => [name, problem?.code]));
  return { form, sent, codes, state: () => form.$state.get() };
}

describe('a field', () => {
  it('is validated when it is left, never while somebody types', async () => {
    const { form, codes } = open();
    form.set('name', 'too long');
    expect(codes()).toEqual({});
    await form.validate('name');
    expect(codes()).toEqual({ name: 'too_big' });
    form.set('name', 'short');
    expect(codes()).toEqual({ name: 'too_big' });
    await form.validate('name');
    expect(codes()).toEqual({});
  });

  it('says what its text is, before what its value breaks', async () => {
    const { form, codes, state } = open();
    form.type('limit', Number.NaN, { text: '8,O', problem: { code: 'not_number' } });
    await form.validate('limit');
    expect(codes()).toEqual({ limit: 'not_number' });
    expect(state().typed.limit?.text).toBe('8,O');
    form.type('limit', 0, null);
    await form.validate('limit');
    expect(codes()).toEqual({ limit: 'too_small' });
  });

  it('follows the rules of the product before the schema', async () => {
    const { form, codes, state } = open({ rules: { name: 'required|max:3' } });
    await form.validate('name');
    expect(codes()).toEqual({ name: 'rule.required' });
    form.set('name', 'abcd');
    await form.validate('name');
    expect(state().problems.name).toEqual({ code: 'rule.max', params: { length: 3 } });
  });

  it('that compares itself with another one is asked again when that changes', async () => {
    const { form, codes } = open({ rules: { again: 'confirmed:@password' } });
    form.set('password', 'one');
    form.set('again', 'two');
    await form.validate('password');
    expect(codes()).toEqual({});
    await form.validate('again');
    expect(codes()).toEqual({ again: 'rule.confirmed' });
    form.set('password', 'two');
    await form.validate('password');
    expect(codes()).toEqual({});
  });

  it('is not spoken for by a slow rule whose value is gone', async () => {
    const answers: ((problem: { code: string } | null) => void)[] = [];
    const form = createForm<Values>(EMPTY, () => ({ rules: { name: 'slow' }, onSubmit: async () => {} }), {
      check: (name) => (name === 'name' ? new Promise((resolve) => answers.push(resolve)) : Promise.resolve(null)),
    });
    const first = form.validate('name');
    form.set('name', 'better');
    const second = form.validate('name');
    answers[1]?.(null);
    answers[0]?.({ code: 'taken' });
    await Promise.all([first, second]);
    expect(form.$state.get().problems).toEqual({});
  });
});

describe('submitting', () => {
  it('validates every field, sends nothing while one is wrong, and asks for the focus', async () => {
    const { form, sent, codes, state } = open({ rules: { password: 'required' } });
    await form.submit();
    expect(codes()).toEqual({ name: 'required', password: 'rule.required' });
    expect([sent.length, state().refusals, state().busy]).toEqual([0, 1, false]);
    form.set('name', 'Oven');
    form.set('password', 'x');
    await form.submit();
    expect(sent).toEqual([{ ...EMPTY, name: 'Oven', password: 'x' }]);
    expect([codes(), state().refusals]).toEqual([{}, 1]);
  });

  it('happens once, however often it is pressed', async () => {
    let finish = () => {};
    let calls = 0;
    const { form, state } = open({ onSubmit: () => new Promise<void>((resolve) => ([calls, finish] = [calls + 1, resolve])) });
    form.set('name', 'Oven');
    const [first] = [form.submit(), form.submit()];
    await flushPromises();
    void form.submit();
    await flushPromises();
    expect([calls, state().busy]).toEqual([1, true]);
    finish();
    await first;
    expect(state().busy).toBe(false);
  });

  it('puts what the server says at its field, and keeps it there until the value is another one', async () => {
    const errors = [{ path: 'name', code: 'too_big', params: { maximum: 3, origin: 'string' } }];
    let refuse = true;
    const { form, codes, state } = open({
      onSubmit: async () => {
        if (refuse) throw refusal('validation_failed', errors);
      },
    });
    form.set('name', 'Oven');
    await form.submit();
    expect(state().problems.name).toEqual({ code: 'too_big', params: { maximum: 3, origin: 'string' } });
    expect([state().failure, state().refusals]).toEqual([null, 1]);
    await form.validate('name');
    expect(codes()).toEqual({ name: 'too_big' });
    form.set('name', 'Kiln');
    expect(codes()).toEqual({ name: 'too_big' });
    await form.validate('name');
    expect(codes()).toEqual({});
    // The same value may be fine by now: only the server knows.
    form.set('name', 'Oven');
    refuse = false;
    await form.submit();
    expect(codes()).toEqual({});
  });

  it('says over the form what no field can show', async () => {
    const { form, codes, state } = open({
      onSubmit: async () => {
        throw refusal('validation_failed', [
          { path: 'workspace_id', code: 'invalid_value' },
          { path: 'name.0', code: 'invalid_value' },
        ]);
      },
    });
    form.set('name', 'Oven');
    await form.submit();
    expect([state().failure?.code, codes()]).toEqual(['validation_failed', { name: 'invalid_value' }]);
    const broken = open({ onSubmit: () => Promise.reject(new TypeError('Failed to fetch')) });
    broken.form.set('name', 'Oven');
    await broken.form.submit();
    expect(broken.state().failure?.code).toBe('network');
  });

  it('puts an error that speaks of one field at that field', async () => {
    const { form, codes, state } = open({ fieldOf: { email_taken: 'name' }, onSubmit: () => Promise.reject(refusal('email_taken')) });
    form.set('name', 'Oven');
    await form.submit();
    expect([codes(), state().failure]).toEqual([{ name: 'email_taken' }, null]);
  });

  it('takes what was saved, and leaves what was typed meanwhile', async () => {
    const { form, state } = open({
      onSubmit: async (values) => {
        form.set('password', 'typed meanwhile');
        form.accept({ ...values, name: 'Oven 1' });
      },
    });
    form.set('name', 'Oven');
    await form.submit();
    expect(state().values).toMatchObject({ name: 'Oven 1', password: 'typed meanwhile' });
    expect(form.isDirty()).toBe(true);
    form.reset();
    expect(state().values).toMatchObject({ name: 'Oven 1', password: '' });
    expect(form.isDirty()).toBe(false);
  });
});

describe('the draft of a form', () => {
  const draft: FoundDraft = {
    at: Date.parse('2026-11-20T14:00:00Z'),
    session: 'morning',
    version: 4,
    hash: '',
    changed: { name: 'Oven', limit: 'not a number', gone: 'x' },
    was: { name: 'Ovn' },
    typed: { limit: { text: '8,O', problem: { code: 'not_number' } } },
  };

  it('comes back into the fields that still hold the like, and says so', () => {
    const heard: Draft[] = [];
    const { slot } = slotOf(draft);
    const { form, state } = open({ onRestore: (one) => void heard.push(one) }, slot, { ...EMPTY, limit: 3 });
    form.restore();
    expect(state().values).toEqual({ ...EMPTY, name: 'Oven', limit: 3 });
    expect(state().typed.limit?.text).toBe('8,O');
    expect([state().restored, heard]).toEqual([draft, [draft]]);
    expect(state().problems).toEqual({});
  });

  it('goes on to say what it was based on when the row has another value by now', () => {
    const { slot, written } = slotOf(draft);
    const { form } = open({ version: 4 }, slot, { ...EMPTY, name: 'Kiln' });
    form.restore();
    form.keep();
    expect(written).toMatchObject([{ changed: { name: 'Oven' }, was: { name: 'Ovn' }, version: 4 }]);
    form.reset();
    form.set('name', 'Ovn');
    form.keep();
    expect(written[1]).toMatchObject({ was: { name: 'Kiln' } });
  });

  it('holds only what differs, and what cannot be read', () => {
    const { slot, written } = slotOf();
    const { form } = open({ version: 7 }, slot);
    form.set('name', 'Oven');
    form.type('limit', Number.NaN, { text: '8,O', problem: { code: 'not_number' } });
    form.keep();
    expect(written).toEqual([
      {
        changed: { name: 'Oven', limit: Number.NaN },
        was: { name: '', limit: null },
        typed: { limit: { text: '8,O', problem: { code: 'not_number' } } },
        version: 7,
      },
    ]);
  });

  it('goes when it is saved or cancelled, and stays when it could not be saved', async () => {
    const kept = slotOf();
    const { form } = open({}, kept.slot);
    form.set('name', 'Oven');
    await form.submit();
    expect(kept.cleared()).toBe(1);
    // The dialog closes with its values still in it: they are saved.
    form.keep();
    expect(kept.written).toEqual([]);
    form.set('name', 'Kiln');
    form.keep();
    expect(kept.written).toHaveLength(1);
    form.reset();
    expect(kept.cleared()).toBe(2);

    const failed = slotOf(draft);
    for (const onSubmit of [() => Promise.reject(refusal('token_expired')), async () => false]) {
      const one = open({ onSubmit }, failed.slot);
      one.form.restore();
      one.form.type('limit', 3, null);
      await one.form.submit();
      expect([failed.cleared(), one.state().restored]).toEqual([0, draft]);
    }
  });
});
