import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { variableNames } from '../../src/config.ts';
import { createMetrics } from '../../src/http/server/metrics.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Variables that programs of others read. */
const others = ['NODE_ENV'];
const isKnown = (name: string): boolean => variableNames().includes(name) || others.includes(name);

describe('the command of a server', () => {
  it('runs the program as the user of the service; variables of the caller win over the settings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const { stdout } = await promisify(execFile)(join(root, 'deploy/plumbline'), ['import', 'my bids.csv'], {
      env: { PATH: `${folder}:/usr/bin:/bin`, DATA_DIR: '/tmp/a drill', PLUMBLINE_URL: 'http://127.0.0.1:3000' },
    });
    const args = stdout.trimEnd().split('\n');
    expect(args).toEqual(expect.arrayContaining(['--uid=plumbline', '--property=EnvironmentFile=-/etc/plumbline.env']));
    expect(args.slice(args.indexOf('/usr/bin/env'))).toEqual([
      '/usr/bin/env',
      'PLUMBLINE_URL=http://127.0.0.1:3000',
      'DATA_DIR=/tmp/a drill',
      'node',
      'dist/cli/main.js',
      'import',
      'my bids.csv',
    ]);
  });

  it('passes every variable of the product', () => {
    const [, named = ''] = /for name in([^;]+);/.exec(read('deploy/plumbline')) ?? [];
    const passed = named.split(/[\s\\]+/).filter((name) => name !== '');
    expect(passed.sort()).toEqual([...variableNames(), 'PLUMBLINE_URL', 'PLUMBLINE_TOKEN'].sort());
  });
});

describe('the container', () => {
  const instructions = read('Dockerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => line.split(/ (.*)/s) as [string, string]);
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));
  const valueOf = (name: string): string | undefined => last.findLast(([one]) => one === name)?.[1];

  it('has pinned base images, a user without rights, a health check and a volume', () => {
    for (const [, image] of instructions.filter(([name]) => name === 'FROM')) expect(image).toMatch(/^node:\d+-\w+/);
    expect(valueOf('USER')).toBe('node');
    expect(valueOf('HEALTHCHECK')).toContain('/health');
    expect(valueOf('VOLUME')).toBe('/data');
    expect(instructions.map(([name]) => name)).not.toContain('ADD');
  });

  it('copies only files that exist and that .dockerignore lets through', () => {
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
    const copied = instructions
      .filter(([name, text]) => name === 'COPY' && !text.startsWith('--from'))
      .flatMap(([, text]) => text.split(/\s+/).slice(0, -1));
    expect(copied.length).toBeGreaterThan(10);
    for (const name of copied) {
      expect(allowed).toContain(name);
      expect(existsSync(join(root, name)), name).toBe(true);
    }
    expect([...allowed].sort()).toEqual([...new Set(copied)].sort());
  });

  it('holds every file of the package', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    const held = last.filter(([name]) => name === 'COPY').map(([, text]) => text);
    for (const name of files.filter((one) => one !== 'deploy')) expect(held.join(' ')).toContain(name);
  });

  it('sets variables that the service knows', () => {
    const names = (valueOf('ENV') ?? '').split(' ').map((pair) => pair.split('=')[0] ?? '');
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });
});

interface Composed {
  readonly environment: Readonly<Record<string, string>>;
  readonly image?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: object;
  readonly depends_on?: object;
}

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml')) as {
    services: Record<'plumbline' | 'postgres', Composed>;
    volumes: object;
  };
  const { plumbline, postgres } = services;

  it('runs the service without rights, on the loopback address, once Postgres is healthy', () => {
    expect(plumbline).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(plumbline.security_opt).toContain('no-new-privileges:true');
    expect(plumbline.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(plumbline.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(postgres.healthcheck).toBeDefined();
    expect(postgres.image).toMatch(/^postgres:1[5-9]$/);
    expect(Object.keys(volumes)).toEqual(['plumbline-data', 'postgres-data']);
  });

  it('sets variables that the service knows', () => {
    expect(Object.keys(plumbline.environment).filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe('the alert rules', () => {
  it('use metrics that the service has', async () => {
    const { groups } = parse(read('deploy/prometheus-alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const metrics = createMetrics();
    metrics.onAnswer({ operation: 'listProjects', method: 'GET', status: 200, seconds: 0.1 });
    const text = await metrics.text();
    const names = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\b([a-z_]+)\{job="plumbline"/g)].map(([, name]) => name),
    );
    expect(new Set(names).size).toBeGreaterThan(4);
    for (const name of names) if (name !== 'up') expect(text).toContain(`\n${name}`);
    for (const { alert } of rules) expect(read('docs/operations.md')).toContain(`\`${alert}\``);
  });
});

describe('the guide to operations', () => {
  it('names variables and commands that exist', () => {
    const text = read('docs/operations.md');
    const named = [...text.matchAll(/\b([A-Z][A-Z_]{5,})=/g), ...text.matchAll(/`([A-Z][A-Z]+_[A-Z_]+)`/g)];
    const unknown = named.map(([, name = '']) => name).filter((name) => !isKnown(name) && name !== 'POSTGRES_PASSWORD');
    expect(unknown).toEqual([]);
    const commands = read('docs/command-line.md');
    for (const [, name] of text.matchAll(/(?:^|`|[A-Z]=\S+ )plumbline ([a-z-]+)/gm)) {
      expect(commands, name).toMatch(new RegExp(`^## ${name}\\b`, 'm'));
    }
  });
});
