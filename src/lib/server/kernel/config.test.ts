import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

it('without any variable the configuration is a server on SQLite at port 4321', () => {
  expect(parseConfig({})).toMatchObject({ port: 4321, siteUrl: 'http://localhost:4321', dataDir: './data', environments: [] });
});

it('MQTT has its usual port, and says whether somebody chose another', () => {
  expect(parseConfig({})).toMatchObject({ mqttPort: 1883, mqttPortChosen: false });
  expect(parseConfig({ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' })).toMatchObject({ mqttPort: 8883, mqttPortChosen: false });
  expect(parseConfig({ MQTT_PORT: '0' })).toMatchObject({ mqttPort: 0, mqttPortChosen: true });
});

it('each bad variable is named in plain words, never with its value', () => {
  const problems = problemsOf({ PORT: '99999', JWT_SECRET: 'short-secret', ENVIRONMENTS: 'nonsense', SITE_URL: 'https://a/b' });
  expect(problems.map((line) => line.split(':')[0])).toEqual(['PORT', 'SITE_URL', 'JWT_SECRET', 'ENVIRONMENTS']);
  expect(problems.join()).not.toMatch(/99999|short-secret|nonsense/);
  expect(problemsOf({ TLS_CERT: 'a.pem' })).toEqual(['TLS_CERT, TLS_KEY: set both or neither']);
});

it('several environments are read in their order', () => {
  expect(parseConfig({ ENVIRONMENTS: 'test=https://test.example.com,prod=https://log.example.com:8443' }).environments).toEqual([
    { name: 'test', url: 'https://test.example.com' },
    { name: 'prod', url: 'https://log.example.com:8443' },
  ]);
});

it('the embed of the hall display is its address or its token, and nothing else', () => {
  const token = `em_${'a1_-'.repeat(10)}abc`;
  for (const said of [token, `https://log.example.com/sk/embed/${token}`, `https://log.example.com/embed/${token}?lang=en`])
    expect(parseConfig({ HALL_EMBED: said }).hallEmbed).toBe(token);
  for (const said of [`rs_${'a'.repeat(43)}`, `${token}x`, 'https://log.example.com/embed/', `x${token}`])
    expect(() => parseConfig({ HALL_EMBED: said })).toThrow(ConfigError);
});

it('every variable is described in the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  const source = readFileSync('src/lib/server/kernel/config.ts', 'utf8');
  const variables = [...source.matchAll(/^ {2}([A-Z_]+): z\./gm)].map(([, name]) => name as string);
  expect(variables.length).toBeGreaterThan(15);
  expect(variables.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
