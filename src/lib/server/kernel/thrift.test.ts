import { spawnSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { memoryOfPlace, usualMemory } from './thrift.ts';

const GIB = 2 ** 30;

describe('memory', () => {
  it('is saved on small machines, and where somebody says so', () => {
    expect([usualMemory(GIB), usualMemory(4 * GIB)]).toEqual(['thrifty', 'ample']);
    const wanted = (MEMORY?: string) => parseConfig({ MEMORY }).memory;
    expect([wanted('ample'), wanted('thrifty'), wanted()]).toEqual(['ample', 'thrifty', usualMemory()]);
    expect(() => wanted('little')).toThrow('MEMORY: must be thrifty or ample');
    expect(memoryOfPlace()).toBeGreaterThan(0);
    expect(memoryOfPlace()).toBeLessThanOrEqual(totalmem());
  });

  it('saved, garbage is collected before it piles up', () => {
    // 50 MB in pieces that live for a while, beside 20 MB that stay.
    const work = `
      const kept = Array.from({ length: 20 }, () => new Array(131_072).fill(1));
      const passing = [];
      let most = 0;
      for (let i = 0; i < 1_000; i += 1) {
        passing[i % 40] = Array.from({ length: 6_400 }, (_, n) => n + 0.5);
        if (i % 50 === 0) most = Math.max(most, process.memoryUsage().heapTotal);
      }
      console.log(most, kept.length);`;
    const most = (first: string) => {
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', first + work], { encoding: 'utf8' });
      expect(stderr).toBe('');
      return Number.parseInt(stdout, 10);
    };
    const saving = `import { saveMemory } from ${JSON.stringify(new URL('./thrift.ts', import.meta.url).href)}; saveMemory();`;
    expect(most(saving)).toBeLessThan(0.8 * most(''));
  });
});
