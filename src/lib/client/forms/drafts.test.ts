import { describe, expect, it } from 'vitest';
import { createDrafts, DRAFT_MAX_AGE_MS, DRAFT_MAX_COUNT, DRAFT_MAX_LENGTH, type Draft, type DraftPlace } from './drafts.ts';

function shelf() {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const PLACE: DraftPlace = { user: 'jana', route: '/dlog/dataloggers/1', form: 'settings' };
const draft = (changed: Record<string, unknown>, over: Partial<Draft> = {}): Draft => ({
  session: 'morning',
  version: 4,
  hash: '#settings',
  changed,
  was: {},
  typed: {},
  ...over,
});

function bench() {
  const storage = shelf();
  let clock = Date.parse('2026-11-20T14:00:00Z');
  const pass = (ms: number) => {
    clock += ms;
  };
  const drafts = createDrafts({ storage, now: () => clock });
  /** A form that opens: in this page or in another tab. */
  const open = (over: Partial<DraftPlace> = {}) => drafts.of({ ...PLACE, ...over });
  return { storage, open, form: open(), pass };
}

describe('a draft', () => {
  it('comes back to the same form, with what it was based on and when it was kept, until it is thrown away', () => {
    const { open, form } = bench();
    const written = draft({ name: 'Oven', interval: 30, limits: [1, null], on: false }, { was: { name: 'Ovn' } });
    expect(form.write(written)).toBe(true);
    expect(open().read()).toEqual({ ...written, at: Date.parse('2026-11-20T14:00:00Z') });
    expect(open({ form: 'other' }).read()).toBeNull();
    form.clear();
    expect(open().read()).toBeNull();
    form.write(draft({ name: 'Oven' }));
    form.write(draft({}));
    expect(open().read()).toBeNull();
  });

  it('holds lists of objects and objects of lists, but none in which something is lost or secret', () => {
    const { open, form } = bench();
    const shifts = [{ name: 'Night', days: [1, 2], start: '22:00', end: '06:00', breaks: [{ name: '', paid: false }] }];
    const roles = Object.assign(Object.create(null) as object, { organization: ['member'], w1: [] });
    const lost = {
      at: [{ at: new Date(0) }],
      file: { file: new File([], 'a') },
      map: new Map(),
      gone: { gone: undefined },
      run: [() => 1],
    };
    form.write(draft({ shifts, roles, ...lost, login: { name: 'Jana', password: 'p4' } }));
    expect(open().read()?.changed).toEqual({ shifts, roles: { organization: ['member'], w1: [] } });
  });

  it('of lists that are too long is not kept by halves', () => {
    const { form, storage } = bench();
    const days = Array.from({ length: 4_000 }, (_, no) => ({ date: `2026-11-${no}`, name: '', shifts: [] }));
    form.write(draft({ name: 'Oven', exceptions: days }));
    expect(storage.kept.size).toBe(0);
  });

  it('is found only by its user, on its page, in its form', () => {
    const { open, form } = bench();
    form.write(draft({ name: 'Oven' }));
    for (const other of [
      { user: 'petr' },
      { route: '/dlog/dataloggers/11' },
      { route: '/dlog/dataloggers' },
      { form: 'settings2' },
      { form: 'set' },
    ])
      expect(open(other).read()).toBeNull();
  });

  it('never holds a password, a token, or a field that the form calls secret', () => {
    const { open, form, storage } = bench();
    const secrets = { password: 'p4', new_password: 'p4', heslo: 'p4', passphrase: 'p4', client_secret: 'p4', api_token: 'p4', pin: 'p4' };
    const typed = { password: { text: 'p4', problem: null } };
    form.write(draft({ ...secrets, name: 'Oven' }, { was: secrets, typed }), ['pin']);
    expect(open().read()?.changed).toEqual({ name: 'Oven' });
    expect([...storage.kept.values()].join()).not.toContain('p4');
    form.write(draft({ password: 'p4' }));
    expect(storage.kept.size).toBe(0);
  });

  it('leaves out what would not come back as it was', () => {
    const { open, form } = bench();
    expect(form.write(draft({ name: 'Oven', at: new Date(0), size: Number.NaN, photo: [new Blob()] }))).toBe(false);
    expect(open().read()?.changed).toEqual({ name: 'Oven' });
  });

  it('keeps text that is no value yet', () => {
    const { open, form } = bench();
    const typed = { interval: { text: '8,O', problem: { code: 'not_number' } } };
    expect(form.write(draft({ interval: Number.NaN }, { typed }))).toBe(true);
    expect(open().read()?.typed).toEqual(typed);
  });

  it('goes when nothing is changed any more, and when it is cleared', () => {
    const { form, storage } = bench();
    form.write(draft({ name: 'Oven' }));
    form.write(draft({}));
    expect(storage.kept.size).toBe(0);
    form.write(draft({ name: 'Oven' }));
    form.clear();
    expect(storage.kept.size).toBe(0);
  });

  it('is forgotten when it is too old, too large, or one of too many', () => {
    const { open, form, storage, pass } = bench();
    form.write(draft({ name: 'Oven' }));
    pass(DRAFT_MAX_AGE_MS);
    expect(open().read()).not.toBeNull();
    pass(1);
    expect(open().read()).toBeNull();
    expect(storage.kept.size).toBe(0);

    form.write(draft({ name: 'Oven' }));
    expect(form.write(draft({ name: 'x'.repeat(DRAFT_MAX_LENGTH) }))).toBe(false);
    expect(storage.kept.size).toBe(0);

    for (let n = 0; n <= DRAFT_MAX_COUNT; n++) {
      pass(1);
      open({ form: `form ${n}` }).write(draft({ name: 'Oven' }));
    }
    expect(storage.kept.size).toBe(DRAFT_MAX_COUNT);
    expect(open({ form: 'form 0' }).read()).toBeNull();
    expect(open({ form: 'form 1' }).read()).not.toBeNull();
  });

  it('of a form that holds whole tables may be long, but of such drafts the newest alone is kept', () => {
    const { open, form, storage, pass } = bench();
    const table = 'x'.repeat(DRAFT_MAX_LENGTH);
    form.write(draft({ name: 'Oven' }));
    for (const name of ['import a', 'import b']) {
      pass(1);
      expect(open({ form: name, longest: 2 * DRAFT_MAX_LENGTH }).write(draft({ text: table }))).toBe(true);
    }
    expect(open({ form: 'import a' }).read()).toBeNull();
    expect(open({ form: 'import b' }).read()?.changed).toEqual({ text: table });
    expect(open().read()?.changed).toEqual({ name: 'Oven' });
    expect(open({ form: 'import b', longest: 2 * DRAFT_MAX_LENGTH }).write(draft({ text: table + table }))).toBe(false);
    expect(storage.kept.size).toBe(2);
  });

  it('that somebody spoiled is dropped, and the rest of the storage is left alone', () => {
    const { open, form, storage } = bench();
    form.write(draft({ name: 'Oven' }));
    const [key = ''] = storage.kept.keys();
    storage.kept.set('color-mode', 'dark');
    for (const spoiled of ['', 'null', '{', '[]', '{"at":1}', '{"at":"x","hash":"","changed":{},"was":{},"typed":{}}']) {
      storage.kept.set(key, spoiled);
      expect(open().read()).toBeNull();
    }
    expect([...storage.kept.keys()]).toEqual(['color-mode']);
  });

  it('does no harm where a browser stores nothing', () => {
    const broken = () => {
      throw new Error('full');
    };
    const storage = { length: 1, key: broken, getItem: broken, setItem: broken, removeItem: broken };
    for (const drafts of [createDrafts({ storage, now: () => 0 }), createDrafts({ storage: null, now: () => 0 })]) {
      const form = drafts.of(PLACE);
      // The page asks before it goes.
      expect(form.write(draft({ name: 'Oven' }))).toBe(false);
      form.clear();
      expect(form.read()).toBeNull();
    }
  });
});

describe('one form in two tabs', () => {
  it('is kept for each of them; the newest comes back first, and then the other', () => {
    const { open, pass } = bench();
    const [one, two] = [open(), open()];
    one.write(draft({ name: 'Oven' }));
    pass(1);
    two.write(draft({ name: 'Kiln' }));
    const three = open();
    expect(three.read()?.changed).toEqual({ name: 'Kiln' });
    three.clear();
    expect(open().read()?.changed).toEqual({ name: 'Oven' });
  });

  it('loses nothing in the one when the other is saved, emptied or closed without a word', () => {
    const { open } = bench();
    const [one, two, untouched] = [open(), open(), open()];
    one.write(draft({ name: 'Oven' }));
    untouched.write(draft({}));
    untouched.clear();
    two.write(draft({ name: 'Kiln' }));
    two.clear();
    expect(open().read()?.changed).toEqual({ name: 'Oven' });
  });

  it('parts again when the tab writes on whose text the other one was given', () => {
    const { open, pass, storage } = bench();
    const one = open();
    one.write(draft({ name: 'Oven' }));
    const two = open();
    two.read();
    pass(1);
    one.write(draft({ name: 'Oven 1' }));
    pass(1);
    // Nothing new was typed in it: leaving it makes no copy.
    two.write(draft({ name: 'Oven' }));
    expect(storage.kept.size).toBe(1);
    two.write(draft({ name: 'Oven 2' }));
    pass(1);
    one.write(draft({ name: 'Oven 11' }));
    expect([...storage.kept.values()].map((text) => (JSON.parse(text) as Draft).changed)).toEqual([
      { name: 'Oven 11' },
      { name: 'Oven 2' },
    ]);
  });

  it('is not kept again by the tab that only looked at it, once the other has saved it', () => {
    const { open, storage } = bench();
    const [one, two] = [open(), open()];
    one.write(draft({ name: 'Oven' }));
    two.read();
    one.clear();
    two.write(draft({ name: 'Oven' }));
    expect(storage.kept.size).toBe(0);
  });

  it('comes back to the tab that is loaded again as that tab left it', () => {
    const { open, pass } = bench();
    const [one, two] = [open(), open()];
    one.write(draft({ name: 'Oven' }));
    pass(1);
    two.write(draft({ name: 'Kiln' }));
    pass(1);
    one.write(draft({ name: 'Oven' }));
    expect(open().read()?.changed).toEqual({ name: 'Oven' });
  });
});
