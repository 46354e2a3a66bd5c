import { expect, it } from 'vitest';
import type { Button, Definition } from '../../lib/contract/screens.ts';
import { differingButtons, newButton, problemsByButton } from './editor.ts';

const button = (id: string, over: Partial<Button> = {}): Button => ({
  id,
  kind: 'note',
  activity_id: null,
  lane: null,
  interrupts: false,
  label: null,
  hotkey: null,
  x: 0,
  y: 0,
  w: 1,
  h: 1,
  ...over,
});
const draft = (...buttons: Button[]): Definition => ({ columns: 4, hand: 'left', lanes: [], buttons, ratings: [] });

it('puts problems of the server to their buttons, those of the whole panel aside', () => {
  const errors = [
    { path: 'draft.buttons', code: 'no_state' },
    { path: 'draft.buttons.1.activity_id', code: 'archived' },
    { path: 'draft.buttons.1', code: 'overlap' },
  ];
  expect([...problemsByButton({ draft: draft(button('a'), button('b')), errors })]).toEqual([
    ['', [{ field: 'buttons', code: 'no_state' }]],
    [
      'b',
      [
        { field: 'activity_id', code: 'archived' },
        { field: '', code: 'overlap' },
      ],
    ],
  ]);
  expect(problemsByButton(null).size).toBe(0);
});

it('tells in which buttons two drafts differ', () => {
  const mine = draft(button('a'), button('b', { x: 1 }), button('c'));
  expect(differingButtons(mine, draft(button('a'), button('b'), button('d')))).toEqual(['b', 'c', 'd']);
});

it('makes buttons of activities wider where there is room', () => {
  expect(newButton(draft(), 'activity', 'x', '')).toMatchObject({ id: 'b1', w: 2 });
  expect(newButton({ ...draft(button('b2')), columns: 3 }, 'activity', 'x', '')).toMatchObject({ id: 'b3', w: 1 });
});

it('makes a button for the page that is in sight, and for none where there are none', () => {
  const pages = ['p1', 'p2'].map((id) => ({ id, name: '' }));
  expect(newButton({ ...draft(), pages }, 'note', null, 'p2')).toMatchObject({ page: 'p2' });
  expect(newButton(draft(), 'note', null, '')).not.toHaveProperty('page');
});
