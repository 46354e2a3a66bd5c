import { expect, it } from 'vitest';
import { createSecondThoughts, SECOND_THOUGHTS_MS } from './second-thoughts.ts';
import { world } from './store-testing.ts';

/** A step as a view asks for it, with what happened in its order. */
function asked() {
  const w = world();
  const heard: string[] = [];
  const thoughts = createSecondThoughts(w.deps);
  thoughts.put(
    'a',
    () => heard.push('sent'),
    () => heard.push('over'),
  );
  return { w, thoughts, heard };
}

it('can be kept until the moment in which it is sent, and whoever asked for it hears that moment', async () => {
  const { w, heard } = asked();
  await w.pass(SECOND_THOUGHTS_MS - 1);
  expect(heard).toEqual([]);
  await w.pass(1);
  expect(heard).toEqual(['over', 'sent']);
});

it('is never sent when it is kept, also when the page is left then', async () => {
  const { w, thoughts, heard } = asked();
  thoughts.keep('a');
  expect([heard, thoughts.$waiting.get().size]).toEqual([['over'], 0]);
  w.leave();
  await w.pass(2 * SECOND_THOUGHTS_MS);
  expect(heard).toEqual(['over']);
});

it('is sent at once, and once, when the page is left', async () => {
  const { w, heard } = asked();
  w.leave();
  expect(heard).toEqual(['over', 'sent']);
  w.leave();
  await w.pass(2 * SECOND_THOUGHTS_MS);
  expect(heard).toEqual(['over', 'sent']);
});

it('outlives its view: one that comes back shows that it waits, and may keep it', async () => {
  const { w, heard } = asked();
  const back = createSecondThoughts(w.deps);
  expect([...back.$waiting.get()]).toEqual(['a']);
  back.keep('a');
  await w.pass(2 * SECOND_THOUGHTS_MS);
  expect(heard).toEqual(['over']);
});
