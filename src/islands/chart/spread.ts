/** Labels that stand at these heights, moved apart so that two are never closer than `gap`: as little as that takes, in their order. Pixels. */
export function spread(tops: readonly number[], gap: number): number[] {
  const order = tops.map((top, index) => ({ top, index })).sort((a, b) => a.top - b.top);
  // Each group stands around the middle of what its members wanted; groups that meet become one.
  const groups: { members: number[]; wanted: number }[] = [];
  const start = ({ members, wanted }: (typeof groups)[number]) => wanted / members.length - ((members.length - 1) * gap) / 2;
  for (const { top, index } of order) {
    let group = { members: [index], wanted: top };
    for (let before = groups.at(-1); before && start(before) + before.members.length * gap > start(group); before = groups.at(-1)) {
      groups.pop();
      group = { members: [...before.members, ...group.members], wanted: before.wanted + group.wanted };
    }
    groups.push(group);
  }
  const placed = [...tops];
  for (const group of groups) {
    group.members.forEach((index, at) => {
      placed[index] = start(group) + at * gap;
    });
  }
  return placed;
}
