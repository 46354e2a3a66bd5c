import { describe, expect, it } from 'vitest';
import { createDrafts, DRAFT_MAX_AGE_MS, DRAFT_MAX_COUNT, DRAFT_MAX_LENGTH, type Draft } from './drafts.ts';

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

const PLACE = { user: 'jana', route: '/dlog/dataloggers/1', form: 'settings' };
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
  const page = () => createDrafts({ storage, now: () => clock });
  return { storage, drafts: page(), page, pass };
}

describe('a draft', () => {
  it('comes back after a new sign-in, with what it was based on', () => {
    const { drafts } = bench();
    const written = draft({ name: 'Oven', interval: 30, limits: [1, null], on: false }, { was: { name: 'Ovn' } });
    drafts.write(PLACE, written);
    expect(drafts.read(PLACE, 'evening')).toMatchObject({ ...written, earlier: true });
  });

  it('of the running sign-in that another page left behind was left on purpose and stays away', () => {
    const { drafts, page } = bench();
    drafts.write(PLACE, draft({ name: 'Oven' }));
    expect(page().read(PLACE, 'morning')).toBeNull();
    expect(page().read(PLACE, 'evening')).not.toBeNull();
  });

  it('comes back on the page that wrote it, under the same sign-in too, unless it was thrown away', () => {
    const { drafts } = bench();
    drafts.write(PLACE, draft({ name: 'Oven' }));
    expect(drafts.read(PLACE, 'morning')).toMatchObject({ changed: { name: 'Oven' }, earlier: false });
    expect(drafts.read({ ...PLACE, form: 'other' }, 'morning')).toBeNull();
    drafts.clear(PLACE);
    expect(drafts.read(PLACE, 'morning')).toBeNull();
    drafts.write(PLACE, draft({ name: 'Oven' }));
    drafts.write(PLACE, draft({}));
    expect(drafts.read(PLACE, 'morning')).toBeNull();
  });

  it('holds lists of objects and objects of lists, but none in which something is lost or secret', () => {
    const { drafts } = bench();
    const shifts = [{ name: 'Night', days: [1, 2], start: '22:00', end: '06:00', breaks: [{ name: '', paid: false }] }];
    const roles = Object.assign(Object.create(null) as object, { organization: ['member'], w1: [] });
    const lost = {
      at: [{ at: new Date(0) }],
      file: { file: new File([], 'a') },
      map: new Map(),
      gone: { gone: undefined },
      run: [() => 1],
    };
    drafts.write(PLACE, draft({ shifts, roles, ...lost, login: { name: 'Jana', password: 'p4' } }));
    expect(drafts.read(PLACE, 'evening')?.changed).toEqual({ shifts, roles: { organization: ['member'], w1: [] } });
  });

  it('of lists that are too long is not kept by halves', () => {
    const { drafts, storage } = bench();
    const days = Array.from({ length: 4_000 }, (_, no) => ({ date: `2026-11-${no}`, name: '', shifts: [] }));
    drafts.write(PLACE, draft({ name: 'Oven', exceptions: days }));
    expect(storage.kept.size).toBe(0);
  });

  it('is found only by its user, on its page, in its form', () => {
    const { drafts } = bench();
    drafts.write(PLACE, draft({ name: 'Oven' }));
    for (const other of [
      { user: 'petr' },
      { route: '/dlog/dataloggers/11' },
      { route: '/dlog/dataloggers' },
      { form: 'settings2' },
      { form: 'set' },
    ])
      expect(drafts.read({ ...PLACE, ...other }, 'evening')).toBeNull();
  });

  it('never holds a password, a token, or a field that the form calls secret', () => {
    const { drafts, storage } = bench();
    const secrets = { password: 'p4', new_password: 'p4', heslo: 'p4', passphrase: 'p4', client_secret: 'p4', api_token: 'p4', pin: 'p4' };
    const typed = { password: { text: 'p4', problem: null } };
    drafts.write(PLACE, draft({ ...secrets, name: 'Oven' }, { was: secrets, typed }), ['pin']);
    expect(drafts.read(PLACE, 'evening')?.changed).toEqual({ name: 'Oven' });
    expect([...storage.kept.values()].join()).not.toContain('p4');
    drafts.write(PLACE, draft({ password: 'p4' }));
    expect(storage.kept.size).toBe(0);
  });

  it('leaves out what would not come back as it was', () => {
    const { drafts } = bench();
    drafts.write(PLACE, draft({ name: 'Oven', at: new Date(0), size: Number.NaN, photo: [new Blob()] }));
    expect(drafts.read(PLACE, 'evening')?.changed).toEqual({ name: 'Oven' });
  });

  it('keeps text that is no value yet', () => {
    const { drafts } = bench();
    const typed = { interval: { text: '8,O', problem: { code: 'not_number' } } };
    drafts.write(PLACE, draft({}, { typed }));
    expect(drafts.read(PLACE, 'evening')?.typed).toEqual(typed);
  });

  it('goes when nothing is changed any more, when it is cleared, and when its user signs out', () => {
    const { drafts, storage } = bench();
    drafts.write(PLACE, draft({ name: 'Oven' }));
    drafts.write(PLACE, draft({}));
    expect(storage.kept.size).toBe(0);
    drafts.write(PLACE, draft({ name: 'Oven' }));
    drafts.clear(PLACE);
    expect(storage.kept.size).toBe(0);
    drafts.write(PLACE, draft({ name: 'Oven' }));
    drafts.write({ ...PLACE, user: 'petr' }, draft({ name: 'Kiln' }));
    drafts.forget('jana');
    expect(drafts.read(PLACE, 'evening')).toBeNull();
    expect(drafts.read({ ...PLACE, user: 'petr' }, 'evening')?.changed).toEqual({ name: 'Kiln' });
  });

  it('is forgotten when it is too old, too large, or one of too many', () => {
    const { drafts, storage, pass } = bench();
    drafts.write(PLACE, draft({ name: 'Oven' }));
    pass(DRAFT_MAX_AGE_MS);
    expect(drafts.read(PLACE, 'evening')).not.toBeNull();
    pass(1);
    expect(drafts.read(PLACE, 'evening')).toBeNull();
    expect(storage.kept.size).toBe(0);

    drafts.write(PLACE, draft({ name: 'Oven' }));
    drafts.write(PLACE, draft({ name: 'x'.repeat(DRAFT_MAX_LENGTH) }));
    expect(storage.kept.size).toBe(0);

    for (let n = 0; n <= DRAFT_MAX_COUNT; n++) {
      pass(1);
      drafts.write({ ...PLACE, form: `form ${n}` }, draft({ name: 'Oven' }));
    }
    expect(storage.kept.size).toBe(DRAFT_MAX_COUNT);
    expect(drafts.read({ ...PLACE, form: 'form 0' }, 'evening')).toBeNull();
    expect(drafts.read({ ...PLACE, form: 'form 1' }, 'evening')).not.toBeNull();
  });

  it('that somebody spoiled is dropped, and the rest of the storage is left alone', () => {
    const { drafts, storage } = bench();
    drafts.write(PLACE, draft({ name: 'Oven' }));
    const [key = ''] = storage.kept.keys();
    storage.kept.set('color-mode', 'dark');
    for (const spoiled of ['', 'null', '{', '[]', '{"at":1}', '{"at":"x","hash":"","changed":{},"was":{},"typed":{}}']) {
      storage.kept.set(key, spoiled);
      expect(drafts.read(PLACE, 'evening')).toBeNull();
    }
    drafts.forget('jana');
    expect([...storage.kept.keys()]).toEqual(['color-mode']);
  });

  it('does no harm where a browser stores nothing', () => {
    const broken = () => {
      throw new Error('full');
    };
    const storage = { length: 1, key: broken, getItem: broken, setItem: broken, removeItem: broken };
    for (const drafts of [createDrafts({ storage, now: () => 0 }), createDrafts({ storage: null, now: () => 0 })]) {
      drafts.write(PLACE, draft({ name: 'Oven' }));
      drafts.clear(PLACE);
      drafts.forget('jana');
      expect(drafts.read(PLACE, 'evening')).toBeNull();
    }
  });
});
